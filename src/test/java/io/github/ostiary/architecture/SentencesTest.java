package io.github.ostiary.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Every sentence that the code may write to a log or put into an error stands in one file, by class, so that a change of words
 * is seen, and all of them can be read from top to bottom. {@code -Dsentences.write=true} writes the file anew.
 */
class SentencesTest {

    private static final Path FILE = Path.of("src", "test", "resources", "sentences.txt");
    private static final Path MAIN = Path.of("src", "main", "java");
    private static final int WORDS = 4;

    @Test
    void allAreInTheFile() throws IOException {
        String now = String.join("\n", sentences()) + "\n";
        if (Boolean.getBoolean("sentences.write")) {
            Files.writeString(FILE, now);
        }
        assertThat(Files.readString(FILE))
                .as("if the words are meant, write them: mvn test -Dtest=SentencesTest -Dsentences.write=true")
                .isEqualTo(now);
    }

    private static List<String> sentences() throws IOException {
        TreeMap<String, TreeSet<String>> byClass = new TreeMap<>();
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null);
                Stream<Path> sources = Files.walk(MAIN)) {
            List<Path> all =
                    sources.filter(file -> file.toString().endsWith(".java")).toList();
            JavacTask task =
                    (JavacTask) compiler.getTask(null, files, null, null, null, files.getJavaFileObjectsFromPaths(all));
            for (CompilationUnitTree unit : task.parse()) {
                TreeSet<String> found = new TreeSet<>();
                new Scanner(found).scan(unit, null);
                if (!found.isEmpty()) {
                    byClass.put(unit.getSourceFile().getName().replaceAll(".*/io/github/ostiary/", ""), found);
                }
            }
        }
        List<String> lines = new ArrayList<>();
        byClass.forEach((name, found) -> {
            lines.add(name);
            found.forEach(sentence -> lines.add("  " + sentence));
        });
        return lines;
    }

    /** Finds texts of some words; of a text put together by {@code +}, whatever is not a literal is shown as an ellipsis. */
    private static final class Scanner extends TreeScanner<@Nullable Void, @Nullable Void> {

        private final TreeSet<String> found;

        Scanner(TreeSet<String> found) {
            this.found = found;
        }

        @Override
        public @Nullable Void visitBinary(BinaryTree tree, @Nullable Void none) {
            if (tree.getKind() != Tree.Kind.PLUS || !add(text(tree))) {
                super.visitBinary(tree, none);
            }
            return null;
        }

        @Override
        public @Nullable Void visitLiteral(LiteralTree tree, @Nullable Void none) {
            add(text(tree));
            return null;
        }

        private boolean add(String text) {
            String line = text.strip().replace("\n", "\\n").replace("\r", "\\r");
            boolean sentence = line.split(" +").length >= WORDS && !line.startsWith("<") && !line.startsWith("--");
            if (sentence) {
                found.add(line);
            }
            return sentence;
        }

        private static String text(ExpressionTree tree) {
            if (tree instanceof LiteralTree literal && literal.getValue() instanceof String text) {
                return text;
            } else if (tree instanceof ParenthesizedTree inner) {
                return text(inner.getExpression());
            } else if (tree instanceof BinaryTree both && tree.getKind() == Tree.Kind.PLUS) {
                return text(both.getLeftOperand()) + text(both.getRightOperand());
            }
            return "…";
        }
    }
}
