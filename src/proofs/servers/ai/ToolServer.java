package ai;

import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.transport.HttpServletStreamableServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.JsonSchema;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.ServletRegistration;
import jakarta.servlet.annotation.WebListener;
import java.util.List;
import java.util.Map;

/** An MCP server of the SDK's own servlet, with two tools. */
@WebListener
public class ToolServer implements ServletContextListener {

    @Override
    public void contextInitialized(ServletContextEvent event) {
        HttpServletStreamableServerTransportProvider transport =
                HttpServletStreamableServerTransportProvider.builder().mcpEndpoint("/mcp").build();
        McpServer.sync(transport)
                .serverInfo("shop", "1")
                .toolCall(tool("search"), (exchange, call) -> said("found"))
                .toolCall(tool("stock"), (exchange, call) -> said("7"))
                .build();
        ServletRegistration.Dynamic servlet = event.getServletContext().addServlet("mcp", transport);
        servlet.addMapping("/mcp");
        servlet.setAsyncSupported(true);
    }

    private static Tool tool(String name) {
        JsonSchema nothing = new JsonSchema("object", Map.of(), List.of(), null, null, null);
        return Tool.builder().name(name).description(name).inputSchema(nothing).build();
    }

    private static CallToolResult said(String text) {
        return CallToolResult.builder().addTextContent(text).build();
    }
}
