package dev.reprise.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/** The whole project: its modules as the root pom lists them, and their compiled classes, imported once. */
public final class Project {

    /** The folder of the root pom. */
    public static final Path ROOT = root();

    static final List<Module> MODULES = modules();

    /** The main classes of all modules. */
    static final JavaClasses CLASSES =
            importClasses(MODULES.stream().filter(Module::hasCode).map(Module::classes));

    /** The test classes of all modules. */
    static final JavaClasses TEST_CLASSES =
            importClasses(MODULES.stream().map(Module::testClasses).filter(Files::isDirectory));

    private Project() {}

    static Module module(String name) {
        return MODULES.stream()
                .filter(module -> module.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("The root pom lists no module " + name));
    }

    /** Names the module whose class folder the class was imported from; empty for classes of libraries and the JDK. */
    static Optional<String> moduleOf(JavaClass type) {
        return type.getSource()
                .map(source -> source.getUri().toString())
                .flatMap(uri -> MODULES.stream()
                        .filter(module -> uri.startsWith(module.folder().toUri().toString()))
                        .map(Module::name)
                        .findFirst());
    }

    private static Path root() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.isRegularFile(folder.resolve("reprise-bom/pom.xml"))) {
            folder = folder.getParent();
        }
        return folder;
    }

    private static List<Module> modules() {
        try {
            NodeList names = DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(ROOT.resolve("pom.xml").toFile())
                    .getElementsByTagName("module");
            List<Module> modules = new ArrayList<>();
            for (int i = 0; i < names.getLength(); i++) {
                String name = names.item(i).getTextContent().strip();
                modules.add(new Module(name, ROOT.resolve(name)));
            }
            return List.copyOf(modules);
        } catch (IOException | ParserConfigurationException | SAXException e) {
            throw new IllegalStateException("The root pom cannot be read", e);
        }
    }

    private static JavaClasses importClasses(Stream<Path> folders) {
        return new ClassFileImporter().importPaths(folders.toList());
    }
}
