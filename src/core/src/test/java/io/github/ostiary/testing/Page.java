package io.github.ostiary.testing;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A page of documentation: its text, its blocks of code, its headings and links. */
public record Page(Path path, String text) {

    /** The page everybody begins with. */
    public static final Page README = of("README.md");

    private static final Pattern FENCE = Pattern.compile("(?ms)^```(\\w*)\\n(.*?)^```$");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.+)$");
    private static final Pattern ALTERNATIVES = Pattern.compile("\\{([A-Za-z,]+)}");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");

    /** A page of this repository. */
    public static Page of(String path) {
        try {
            return new Page(Path.of(path), Files.readString(Path.of(path)));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** The README, all of {@code src/docs} and its decisions, and those of contributors. */
    public static List<Page> all() {
        List<Page> pages = new ArrayList<>(List.of(README));
        for (String folder : List.of("src/docs", "src/docs/decisions", "src/proofs/servers", ".github")) {
            try (Stream<Path> files = Files.list(Path.of(folder))) {
                files.map(Path::toString)
                        .filter(file -> file.endsWith(".md"))
                        .sorted()
                        .map(Page::of)
                        .forEach(pages::add);
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }
        return pages;
    }

    /** The pages of situations, with what to copy for each. */
    public static List<Page> recipes() {
        return all().stream()
                .filter(page -> page.path.toString().startsWith("src/docs/recipes-"))
                .toList();
    }

    /** The configuration of one of these situations. */
    public static Block recipe(String heading) {
        return recipes().stream()
                .flatMap(page -> page.blocks("properties").stream())
                .filter(block -> block.heading.equals(heading))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no recipe '" + heading + "'"));
    }

    /** The keys of the configuration for which a row stands: of {@code {limit,block}.NAME.path} there are two. */
    public static List<String> keys(String row) {
        Matcher group = ALTERNATIVES.matcher(row);
        return group.find()
                ? Stream.of(group.group(1).split(",")).map(group::replaceFirst).toList()
                : List.of(row);
    }

    /** Its blocks of code, in order. */
    public List<Block> blocks() {
        List<Block> blocks = new ArrayList<>();
        Matcher fence = FENCE.matcher(text);
        while (fence.find()) {
            String before = text.substring(0, fence.start());
            String heading = "";
            Matcher headings = HEADING.matcher(FENCE.matcher(before).replaceAll(""));
            while (headings.find()) {
                heading = headings.group(1);
            }
            blocks.add(new Block(path + ", " + heading, heading, fence.group(1), fence.group(2)));
        }
        return blocks;
    }

    /** Those in one language. */
    public List<Block> blocks(String language) {
        return blocks().stream()
                .filter(block -> block.language.equals(language))
                .toList();
    }

    /** The configuration under a heading. */
    public Block configuration(String heading) {
        return blocks("properties").stream()
                .filter(block -> block.heading.equals(heading))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no configuration under '" + heading + "' in " + path));
    }

    /** What a link may name behind a {@code #}, as GitHub makes it of headings. */
    public Set<String> anchors() {
        Set<String> anchors = new HashSet<>();
        Matcher headings = HEADING.matcher(prose());
        while (headings.find()) {
            anchors.add(headings.group(1)
                    .toLowerCase(Locale.ROOT)
                    .replaceAll("[^\\p{L}\\p{N} _-]", "")
                    .replace(' ', '-'));
        }
        return anchors;
    }

    /** The targets of its links, in order. */
    public List<String> links() {
        List<String> links = new ArrayList<>();
        Matcher link = LINK.matcher(prose());
        while (link.find()) {
            links.add(link.group(1));
        }
        return links;
    }

    /** What is no block of code. */
    public String prose() {
        return FENCE.matcher(text).replaceAll("");
    }

    /**
     * A block of code.
     *
     * @param where for messages
     * @param heading the last one before it
     * @param language as the fence says
     * @param text between the fences
     */
    public record Block(String where, String heading, String language, String text) {

        /** Its keys and values, of properties or of YAML that nests by indentation and has no lists. */
        public Map<String, String> properties() {
            return language.equals("yaml") ? nested() : flat();
        }

        private Map<String, String> nested() {
            Map<String, String> values = new TreeMap<>();
            TreeMap<Integer, String> parents = new TreeMap<>();
            text.lines().filter(line -> !line.isBlank()).forEach(line -> {
                String[] entry = line.strip().split(":(?: +|$)", 2);
                int indentation = line.indexOf(entry[0]);
                parents.tailMap(indentation, true).clear();
                parents.put(indentation, entry[0].replace("\"", ""));
                if (!entry[1].isEmpty()) {
                    values.put(String.join(".", parents.values()), entry[1]);
                }
            });
            return values;
        }

        private Map<String, String> flat() {
            Properties properties = new Properties();
            try {
                properties.load(new StringReader(text));
            } catch (IOException e) {
                throw new AssertionError(e);
            }
            Map<String, String> sorted = new TreeMap<>();
            properties.stringPropertyNames().forEach(key -> sorted.put(key, properties.getProperty(key)));
            return sorted;
        }
    }
}
