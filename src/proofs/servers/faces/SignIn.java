package faces;

import jakarta.enterprise.context.RequestScoped;
import jakarta.faces.application.FacesMessage;
import jakarta.faces.context.FacesContext;
import jakarta.inject.Named;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;

/** Has the container look at what is typed, and shows the form again if that is wrong. */
@Named
@RequestScoped
public class SignIn {

    private String username;
    private String password;

    public String getUsername() {
        return username;
    }

    public void setUsername(String username) {
        this.username = username;
    }

    public String getPassword() {
        return password;
    }

    public void setPassword(String password) {
        this.password = password;
    }

    public String submit() {
        FacesContext faces = FacesContext.getCurrentInstance();
        try {
            ((HttpServletRequest) faces.getExternalContext().getRequest()).login(username, password);
            return "account?faces-redirect=true";
        } catch (ServletException e) {
            faces.addMessage(null, new FacesMessage("Name and password do not match."));
            return null;
        }
    }
}
