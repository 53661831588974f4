package io.github.ostiary.console;

import io.github.ostiary.operator.ReloadState;

/** The mistakes in the file that rules come from, as long as what it said before is in force in their stead. */
final class FileProblems {

    private FileProblems() {}

    static Html of(ReloadState file) {
        return Html.when(
                !file.problems().isEmpty(),
                Html.of(
                        """
                        <section class="notice bad" aria-label="Mistakes in the file"><strong>{} has changed, but is not in force: {}.</strong>
                        Its former rules still are.<ul>{}</ul></section>
                        """,
                        file.file(),
                        Words.count(file.problems().size(), "problem"),
                        file.problems().stream()
                                .map(each -> Html.of("<li>{}</li>", each))
                                .toList()));
    }
}
