package io.github.ostiary.console;

import io.github.ostiary.console.PageFrame.Tab;
import java.util.List;
import java.util.Map;

/** The question whether a form is still meant that has waited too long, or is of another session, with all that was written into it. */
final class ExpiredPage {

    private ExpiredPage() {}

    static Reply show(ConsoleVisit visit) {
        Html form = Html.of(
                """
                <h1>Do you still want this?</h1>
                <p class="notice warn" role="alert">Nothing has been done yet: the page had been open for more than an hour, or
                  you have signed in since, or a node has answered that does not know your session. Your request is below; confirm it if you
                  still want it.</p>
                <form class="card pad" action="{}" method="post">
                  <p><strong>{}</strong></p>
                  <dl>{}</dl>
                  {}{}
                  <p class="actions"><button class="main">Do it now</button>
                    <a class="button" href="{}">Cancel</a></p>
                </form>
                """,
                visit.address(ConsoleVisit.CHANGE),
                Changes.asked(visit),
                visit.parameters().entrySet().stream()
                        .filter(each -> each.getKey().equals("reason"))
                        .map(each -> Html.of("<dt>Reason</dt><dd>{}</dd>", each.getValue()))
                        .toList(),
                Forms.token(visit),
                visit.parameters().entrySet().stream().map(ExpiredPage::kept).toList(),
                visit.address(""));
        return Reply.html(409, PageFrame.page(visit, Tab.OVERVIEW, "Still meant?", form));
    }

    private static List<Html> kept(Map.Entry<String, List<String>> field) {
        return field.getKey().equals("token")
                ? List.of()
                : field.getValue().stream()
                        .map(value ->
                                Html.of("<input type=\"hidden\" name=\"{}\" value=\"{}\">", field.getKey(), value))
                        .toList();
    }
}
