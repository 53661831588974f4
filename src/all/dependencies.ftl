<#-- A line per artifact: groupId:artifactId:version (licences) -->
Inside this jar, with their packages moved below io.github.ostiary.shaded:

<#list dependencyMap as entry>
${entry.getKey().groupId}:${entry.getKey().artifactId}:${entry.getKey().version} (${entry.getValue()?join(", ")})
</#list>
