package io.github.ostiary.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.Modules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Whoever changes a class finds where it is tested: by its name in a test, or in the list here, which can only shrink.
 * Interfaces, records without logic and what has no more than sixty lines are found through what uses them.
 */
class TestsCanBeFoundTest {

    private static final int SHORT = 60;
    private static final String MAIN = "src/main/java";
    private static final String TESTS = "src/test/java";
    private static final Pattern PROSE = Pattern.compile("(?s)/\\*.*?\\*/|//[^\\n]*|\"(?:\\\\.|[^\"\\\\\\n])*\"");
    private static final Pattern WORD = Pattern.compile("\\w+");
    private static final Pattern LOGIC = Pattern.compile("\\b(?:if|for|while|switch|try)\\b|\\?");

    /** Classes that no test names, and the test that goes through each. */
    private static final Map<String, String> TESTED_THROUGH = Map.ofEntries(
            Map.entry("ChallengeBody", "PuzzleBrowserIT"),
            Map.entry("DeniedDecision", "LoneDenialsTest"),
            Map.entry("ChallengePlace", "PuzzleBrowserIT"),
            Map.entry("CaptchaPage", "PuzzleBrowserIT"),
            Map.entry("CaptchaSite", "SiteCaptchaTest"),
            Map.entry("PuzzleKeys", "PuzzleTest"),
            Map.entry("SiteClient", "SiteCaptchaTest"),
            Map.entry("TakenOnce", "PuzzleNodesTest"),
            Map.entry("AttemptTrail", "AuditFormTest"),
            Map.entry("Puzzles", "ApplicationTestsPageIT"),
            Map.entry("GuardedLook", "GuardedManagerTest"),
            Map.entry("DecidingFilter", "ReloadedFilterTest"),
            Map.entry("DeployedGuard", "DeploymentIT"),
            Map.entry("Settlement", "HoldingAdmissionTest"),
            Map.entry("SiegeSigns", "SiegeBordersTest"),
            Map.entry("OstiaryAutoConfiguration", "BootTestsIT"),
            Map.entry("PlatformInstallation", "GuardInstallerIT"),
            Map.entry("TypedName", "GuardedManagerTest"),
            Map.entry("SecurityConfigurer", "SpringSignInsIT"),
            Map.entry("CountedBytes", "JaxRsEdgeTest"),
            Map.entry("KnownCharges", "LocalDenialCacheTest"),
            Map.entry("BuiltNeeds", "HomesIT"),
            Map.entry("LiteExtension", "HomesIT"),
            Map.entry("LiteStart", "HomesIT"),
            Map.entry("PlanCache", "PlanResolverTest"),
            Map.entry("PlanReader", "PlanResolverTest"),
            Map.entry("LimitsByResolver", "PlanResolverTest"),
            Map.entry("JedisVersion", "OlderLibrariesIT"),
            Map.entry("KeyWalk", "UseExportTest"),
            Map.entry("RedisCounters", "UseExportTest"),
            Map.entry("UsageAccess", "NoticesReaderTest"),
            Map.entry("QuotaPage", "UsageIT"),
            Map.entry("QuotaReader", "UsageTest"),
            Map.entry("UsageBody", "UsageIT"),
            Map.entry("UsageServlet", "UsageIT"),
            Map.entry("DistantGuard", "MainTest"),
            Map.entry("AdmissionBill", "LaterCostsTest"),
            Map.entry("CostReader", "LaterCostsTest"),
            Map.entry("HeldRequest", "LaterCostIT"),
            Map.entry("WatchedResponse", "LaterCostIT"),
            Map.entry("Verb", "MainTest"),
            Map.entry("StatusText", "MainTest"),
            Map.entry("OperatorTools", "FleetFiguresTest"),
            Map.entry("NodesTable", "FleetPagesTest"),
            Map.entry("FigureSum", "FleetSumTest"),
            Map.entry("FigureText", "FleetTextTest"),
            Map.entry("UseSample", "UseSketchTest"),
            Map.entry("SiegeWatch", "SiegeNewsTest"),
            Map.entry("SharedPermit", "OneAttemptTest"),
            Map.entry("Waivers", "ProvedCredentialsTest"),
            Map.entry("SentReader", "ForeignPageTest"),
            Map.entry("RuleTrialLog", "TrialLogTest"),
            Map.entry("TrialPage", "ConsolePagesTest"),
            Map.entry("AdmissionControl", "AdmissionTest"),
            Map.entry("Alternative", "KeyExpressionTest"),
            Map.entry("AtStart", "BrokenStartIT"),
            Map.entry("ListingInitializer", "BrokenStartIT"),
            Map.entry("AsyncWait", "HoldingIT"),
            Map.entry("BasicsReader", "LimitReaderTest"),
            Map.entry("BeanScan", "BeanDeploymentIT"),
            Map.entry("LimitedCall", "RateLimitInterceptorTest"),
            Map.entry("ClockedCounter", "ClockStepsPropertyTest"),
            Map.entry("CountReader", "LockoutReaderTest"),
            Map.entry("CurrentGuard", "LimitedBeansIT"),
            Map.entry("DenialResponder", "DenialTest"),
            Map.entry("JsonText", "ReadBodyTest"),
            Map.entry("CookieHeader", "AsTheResourceReadsIT"),
            Map.entry("SpringReadings", "AsTheSpringApplicationReadsIT"),
            Map.entry("BodyBytes", "LaterCostIT"),
            Map.entry("BodyFlow", "VertxEdgeTest"),
            Map.entry("Passage", "VertxEdgeTest"),
            Map.entry("RuleRouteHandler", "VertxEdgeTest"),
            Map.entry("ExchangeEnd", "VertxEdgeTest"),
            Map.entry("VertxCall", "VertxEdgeTest"),
            Map.entry("VertxRoutes", "VertxEdgeTest"),
            Map.entry("ExchangeFilter", "WireContractTest"),
            Map.entry("JaxRsCall", "JaxRsEdgeTest"),
            Map.entry("RateLimitFeature", "JaxRsEdgeTest"),
            Map.entry("WireBody", "WireContractTest"),
            Map.entry("DeniedPage", "AnswersIT"),
            Map.entry("ProofBook", "ProvedSignInTest"),
            Map.entry("SignalProposal", "SignInLogTest"),
            Map.entry("FigureBean", "JmxExporterTest"),
            Map.entry("GuardedRequest", "HoldingIT"),
            Map.entry("GuardedIdentityStores", "IdentityStoresIT"),
            Map.entry("HeldWork", "OutcomeIT"),
            Map.entry("HttpCallContext", "FormsIT"),
            Map.entry("IdentityStoreBean", "IdentityStoresIT"),
            Map.entry("JettyLogins", "ContainerLoginIT"),
            Map.entry("KeyReader", "KeyErrorsTest"),
            Map.entry("LimitFigures", "LimitReaderTest"),
            Map.entry("OstiaryInitializer", "ChainOrderIT"),
            Map.entry("Parameters", "FormsIT"),
            Map.entry("RateLimitExtension", "BeanDeploymentIT"),
            Map.entry("RecentCounts", "StatisticsReporterTest"),
            Map.entry("RedisSharedState", "SharedStateContractTest"),
            Map.entry("RedisLocks", "LockoutOperationsTest"),
            Map.entry("OstiaryExtension", "OstiaryTestTest"),
            Map.entry("TestedGuard", "OstiaryTestTest"),
            Map.entry("Reflected", "ContainerLoginIT"),
            Map.entry("ResourceCall", "ResourceLimitIT"),
            Map.entry("ResourceLimitFilter", "ResourceLimitIT"),
            Map.entry("RuleStatistics", "StatisticsReporterTest"),
            Map.entry("RuleSemaphores", "SemaphoresTest"),
            Map.entry("OverrideBook", "RuleOverridesTest"),
            Map.entry("RulesInForce", "RuleOverridesTest"),
            Map.entry("RulesReader", "WholeConfigurationTest"),
            Map.entry("ServedApplications", "LimitedResourcesIT"),
            Map.entry("SignalsReader", "LockoutReaderTest"),
            Map.entry("StepParser", "StepsParserTest"),
            Map.entry("Changes", "ConsolePagesTest"),
            Map.entry("OwnServlet", "ConsoleIT"),
            Map.entry("ConsoleRegistration", "ConsoleIT"),
            Map.entry("ConsoleVisit", "ConsolePagesTest"),
            Map.entry("DeclaredReader", "ConsoleReaderTest"),
            Map.entry("EventsPage", "ConsolePagesTest"),
            Map.entry("ConsoleAccess", "ConsoleIT"),
            Map.entry("LockedPage", "ConsolePagesTest"),
            Map.entry("MemberText", "ConditionTest"),
            Map.entry("PageFrame", "ConsolePagesTest"),
            Map.entry("Refusal", "ConsoleIT"),
            Map.entry("RulesPage", "ConsolePagesTest"),
            Map.entry("WhoPage", "ConsolePagesTest"),
            Map.entry("Words", "ConsolePagesTest"),
            Map.entry("AuditView", "ConsolePagesTest"),
            Map.entry("OverridesView", "ConsolePagesTest"),
            Map.entry("OverviewPage", "ConsolePagesTest"),
            Map.entry("GuardBeansAutoConfiguration", "SpringProgramTest"),
            Map.entry("RuleBeans", "SpringProgramTest"),
            Map.entry("RedisOfSpring", "BootLinesIT"),
            Map.entry("LateBean", "SpringProgramTest"),
            Map.entry("SpringGuard", "SpringProgramTest"),
            Map.entry("TierFactory", "MissingLibrariesTest"),
            Map.entry("TomcatLogins", "ContainerLoginIT"),
            Map.entry("UndertowLogins", "ContainerLoginIT"),
            Map.entry("UndecidedAdmission", "WaitingAnswersTest"),
            Map.entry("Interception", "LimitedResourcesIT"),
            Map.entry("InterceptedMethods", "LimitedClassesTest"),
            Map.entry("DenialResolver", "AnnotatedBootIT"),
            Map.entry("LaterAnswers", "AnnotatedBootIT"),
            Map.entry("CallEnd", "ResourceLimitIT"),
            Map.entry("GuardEndpoint", "AnnotatedBootIT"),
            Map.entry("PathCheck", "EveryDoorIT"),
            Map.entry("CrossSlotDecision", "ClusterDecisionTest"),
            Map.entry("BatchIo", "SharedLinksTest"),
            Map.entry("StartLines", "WholeConfigurationTest"),
            Map.entry("Schema", "UnknownKeysTest"),
            Map.entry("Rates", "LimitReaderTest"),
            Map.entry("RuleKeys", "ConfigKeysTest"),
            Map.entry("SignInKeys", "ConfigKeysTest"),
            Map.entry("WrittenValues", "WatchedFileTest"));

    /** What is wrong with a list of classes tested through others. */
    private static Set<String> wrong(Map<String, String> through, Set<String> owed, Set<String> tests) {
        Set<String> wrong = new TreeSet<>();
        owed.stream()
                .filter(name -> !through.containsKey(name))
                .forEach(name -> wrong.add(name + " is named in no test: test it, or say through what it is tested"));
        through.forEach((name, test) -> {
            if (!owed.contains(name)) {
                wrong.add(name + " need not be listed: a test names it, or it is gone or short");
            }
            if (!tests.contains(test)) {
                wrong.add(name + " is tested through " + test + ", which does not exist");
            }
        });
        return wrong;
    }

    private static Map<String, String> sources(String root) throws IOException {
        Map<String, String> sources = new TreeMap<>();
        try (Stream<Path> files = Modules.files(root)) {
            for (Path file :
                    files.filter(file -> file.toString().endsWith(".java")).toList()) {
                String name = file.getFileName().toString();
                sources.merge(
                        name.substring(0, name.length() - ".java".length()), Files.readString(file), String::concat);
            }
        }
        return sources;
    }

    private static boolean isTest(String name) {
        return name.endsWith("Test") || name.endsWith("IT");
    }

    /** Whether its test should be found by its name. */
    private static boolean counts(String name, String source) {
        String code = PROSE.matcher(source).replaceAll("");
        boolean type = Pattern.compile("\\b(?:class|enum|record)\\s+" + name + "\\b")
                .matcher(code)
                .find();
        boolean data =
                Pattern.compile("\\brecord\\s+" + name + "\\b").matcher(code).find()
                        && !LOGIC.matcher(code).find();
        return source.lines().count() > SHORT && type && !data;
    }

    /** The classes that should be named and are not. */
    private static Set<String> owed(Map<String, String> main, Map<String, String> tests) {
        Set<String> named = new HashSet<>();
        tests.forEach((name, source) -> {
            if (isTest(name) && !name.equals(TestsCanBeFoundTest.class.getSimpleName())) {
                named.add(name.replaceAll("(?:Test|IT)$", ""));
                WORD.matcher(PROSE.matcher(source).replaceAll("")).results().forEach(word -> named.add(word.group()));
            }
        });
        Set<String> owed = new TreeSet<>();
        main.forEach((name, source) -> {
            if (!named.contains(name) && counts(name, source)) {
                owed.add(name);
            }
        });
        return owed;
    }

    @Test
    void everyClassIsNamedInATestOrSaysThroughWhatItIsTested() throws IOException {
        Map<String, String> tests = sources(TESTS);
        assertThat(wrong(TESTED_THROUGH, owed(sources(MAIN), tests), tests.keySet()))
                .isEmpty();
    }

    @Test
    void canFail() {
        assertThat(wrong(Map.of("A", "ATest", "B", "GoneTest"), Set.of("B", "C"), Set.of("ATest")))
                .extracting(each -> each.replaceAll(":.*", ""))
                .containsExactly(
                        "A need not be listed",
                        "B is tested through GoneTest, which does not exist",
                        "C is named in no test");
        String lines = "\n".repeat(SHORT + 1);
        Map<String, String> main = Map.of(
                "Named", "final class Named {}" + lines,
                "Told", "final class Told {}" + lines,
                "Short", "final class Short {}",
                "Shape", "interface Shape {}" + lines,
                "Data", "record Data(int a) {}" + lines,
                "Clever", "record Clever(int a) { int b() { return a > 0 ? a : 0; } }" + lines);
        main = new TreeMap<>(main);
        main.put("Beside", "final class Beside {}" + lines);
        Map<String, String> tests = Map.of(
                "AnyTest",
                "new Named(\"Told\"); // Told",
                "Told",
                "class Told {}",
                "BesideTest",
                "class BesideTest {}");
        assertThat(owed(main, tests)).containsExactlyElementsOf(List.of("Clever", "Told"));
    }
}
