package ai;

import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import java.time.Duration;
import java.util.Map;

/** A client of the SDK, which calls each tool so often: URL TOOL COUNT [TOOL COUNT]. */
public final class ToolCaller {

    private ToolCaller() {}

    public static void main(String... arguments) {
        McpSyncClient client = McpClient.sync(HttpClientStreamableHttpTransport.builder(arguments[0])
                        .endpoint(arguments[1])
                        .build())
                .requestTimeout(Duration.ofSeconds(20))
                .build();
        client.initialize();
        System.out.println("TOOLS " + client.listTools().tools().size());
        for (int i = 2; i < arguments.length; i += 2) {
            for (int n = 0; n < Integer.parseInt(arguments[i + 1]); n++) {
                call(client, arguments[i]);
            }
        }
        System.exit(0);
    }

    private static void call(McpSyncClient client, String tool) {
        try {
            TextContent said = (TextContent)
                    client.callTool(new CallToolRequest(tool, Map.of())).content().get(0);
            System.out.println("CALLED " + tool + " " + said.text());
        } catch (RuntimeException e) {
            System.out.println("DENIED " + tool + " " + e + " " + e.getCause());
        }
    }
}
