package ai;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.TokenUsage;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.metadata.ChatResponseMetadata;
import org.springframework.ai.chat.metadata.DefaultUsage;
import org.springframework.ai.chat.model.Generation;

/** A gateway whose model says what the request asks for: {@code library} and {@code tokens}. */
@WebServlet("/chat")
public class ChatServlet extends HttpServlet {

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        int tokens = Integer.parseInt(request.getParameter("tokens"));
        if (request.getParameter("library").equals("langchain4j")) {
            ChatResponse answer = langChain(tokens);
            request.setAttribute("tokens", answer.tokenUsage().totalTokenCount());
        } else {
            org.springframework.ai.chat.model.ChatResponse answer = springAi(tokens);
            request.setAttribute("tokens", answer.getMetadata().getUsage().getTotalTokens());
        }
        response.getWriter().print("said");
    }

    private static ChatResponse langChain(int tokens) {
        return ChatResponse.builder()
                .aiMessage(AiMessage.from("said"))
                .tokenUsage(new TokenUsage(tokens - 10, 10))
                .build();
    }

    private static org.springframework.ai.chat.model.ChatResponse springAi(int tokens) {
        return new org.springframework.ai.chat.model.ChatResponse(
                List.of(new Generation(new AssistantMessage("said"))),
                ChatResponseMetadata.builder().usage(new DefaultUsage(tokens - 10, 10)).build());
    }
}
