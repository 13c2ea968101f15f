package dev.reprise.bench.compare;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/**
 * Count what a snippet asks its reader to know. Statements: blocks aside, those in lambdas included. Types: distinct ones
 * that it names. Names: these, the methods that it calls or overrides, and the words of a schedule's text form. What the
 * task itself brings along is not counted.
 */
final class UseCount extends TreeScanner<@Nullable Void, @Nullable Void> {
    private static final Set<String> GIVEN_TYPES =
            Set.of("Page", "Response", "HttpResponse", "String", "IOException", "CompletableFuture", "Override");
    private static final Set<String> GIVEN_METHODS = Set.of("ofString", "status", "statusCode", "log");
    private static final Set<String> GIVEN_OBJECTS = Set.of("service", "client");
    private static final Pattern TYPE = Pattern.compile("[A-Z].*[a-z].*");
    private static final Pattern WORD = Pattern.compile("[a-z]{3,}");

    private final Set<String> types = new TreeSet<>();
    private final Set<String> methods = new TreeSet<>();
    private int statements;

    private UseCount() {}

    static UseCount of(Class<?> test, String snippet) throws IOException {
        String source = Files.readString(Path.of("src/test/java", test.getName().replace('.', '/') + ".java"), UTF_8);
        Matcher region = Pattern.compile("// snippet: " + snippet + "\\R(.*?)// end snippet", Pattern.DOTALL)
                .matcher(source);
        if (!region.find()) {
            throw new IllegalArgumentException("snippet: " + test + " has no " + snippet);
        }
        UseCount count = new UseCount();
        count.scan(parse("class X { void x() throws Throwable {" + region.group(1) + "} }"), null);
        return count;
    }

    int statements() {
        return statements;
    }

    Set<String> types() {
        return types;
    }

    Set<String> names() {
        Set<String> all = new TreeSet<>(types);
        all.addAll(methods);
        return all;
    }

    private static Iterable<? extends Tree> parse(String code) throws IOException {
        SimpleJavaFileObject file = new SimpleJavaFileObject(URI.create("memory:/X.java"), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return code;
            }
        };
        JavacTask task =
                (JavacTask) ToolProvider.getSystemJavaCompiler().getTask(null, null, null, null, null, List.of(file));
        return task.parse();
    }

    @Override
    public @Nullable Void scan(@Nullable Tree tree, @Nullable Void unused) {
        if (tree instanceof StatementTree && !(tree instanceof BlockTree) && !(tree instanceof ClassTree)) {
            statements++;
        }
        return super.scan(tree, null);
    }

    @Override
    public @Nullable Void visitLambdaExpression(LambdaExpressionTree lambda, @Nullable Void unused) {
        return scan(lambda.getBody(), null);
    }

    @Override
    public @Nullable Void visitMethod(MethodTree method, @Nullable Void unused) {
        if (!method.getName().contentEquals("x")) {
            methods.add(method.getName().toString());
            method.getParameters().forEach(parameter -> scan(parameter.getType(), null));
        }
        return scan(method.getBody(), null);
    }

    @Override
    public @Nullable Void visitIdentifier(IdentifierTree identifier, @Nullable Void unused) {
        seeType(identifier.getName().toString());
        return null;
    }

    @Override
    public @Nullable Void visitMemberSelect(MemberSelectTree select, @Nullable Void unused) {
        seeType(select.getIdentifier().toString());
        return super.visitMemberSelect(select, null);
    }

    /** Constants are all upper case, types are not. */
    private void seeType(String name) {
        if (TYPE.matcher(name).matches() && !GIVEN_TYPES.contains(name)) {
            types.add(name);
        }
    }

    @Override
    public @Nullable Void visitMethodInvocation(MethodInvocationTree call, @Nullable Void unused) {
        if (call.getMethodSelect() instanceof MemberSelectTree select
                && !GIVEN_OBJECTS.contains(select.getExpression().toString())) {
            String name = select.getIdentifier().toString();
            if (!GIVEN_METHODS.contains(name)) {
                methods.add(name);
            }
            if (name.equals("backoff") && call.getArguments().get(0) instanceof LiteralTree text) {
                WORD.matcher(text.getValue().toString()).results().forEach(word -> methods.add(word.group()));
            }
        }
        return super.visitMethodInvocation(call, null);
    }

    /** Say it as a cell of a table: statements, types, names. */
    @Override
    public String toString() {
        return statements + " / " + types.size() + " / " + names().size();
    }
}
