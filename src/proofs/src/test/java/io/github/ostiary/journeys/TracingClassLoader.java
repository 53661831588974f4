package io.github.ostiary.journeys;

import io.github.ostiary.Guard;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Loads this library a second time, woven so that its methods tell {@link CallTrace} what they do; or as it is, out of sight
 * of other agents, to have its bytes counted. Journeys are loaded with it; all else is shared with the tests.
 */
final class TracingClassLoader extends ClassLoader {

    private static final String OURS = "io.github.ostiary.";
    private static final String JOURNEYS = OURS + "journeys.";
    private static final String TESTING = OURS + "testing.";
    private static final String TRACE = CallTrace.class.getName().replace('.', '/');
    private static final String MAIN =
            Guard.class.getProtectionDomain().getCodeSource().getLocation().toString();

    private final boolean weaves;
    private final Map<String, Thread> loaded = new ConcurrentHashMap<>();

    TracingClassLoader(boolean weaves) {
        super(Guard.class.getClassLoader());
        this.weaves = weaves;
    }

    /** Which classes were loaded by now, and by which thread. */
    Map<String, Thread> loaded() {
        return Map.copyOf(loaded);
    }

    static boolean isOurs(String className) {
        return className.startsWith(OURS) && !className.startsWith(JOURNEYS) && !className.startsWith(TESTING);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith(OURS) || name.startsWith(CallTrace.class.getName())) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            return loaded != null ? loaded : define(name);
        }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
        URL file = getResource(name.replace('.', '/') + ".class");
        if (file == null) {
            throw new ClassNotFoundException(name);
        }
        try (InputStream in = file.openStream()) {
            byte[] bytes = in.readAllBytes();
            byte[] woven = weaves && file.toString().contains(MAIN) ? woven(bytes) : bytes;
            loaded.put(name, Thread.currentThread());
            return defineClass(name, woven, 0, woven.length);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] woven(byte[] bytes) {
        ClassReader reader = new ClassReader(bytes);
        ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
        Accessors accessors = new Accessors();
        reader.accept(accessors, 0);
        reader.accept(new Weaver(writer, accessors.found), 0);
        return writer.toByteArray();
    }

    /** Finds the methods that only tell what an object holds, as accessors of records do: they take, make and call nothing. */
    private static final class Accessors extends ClassVisitor {

        private final Set<String> found = new HashSet<>();

        Accessors() {
            super(Opcodes.ASM9);
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String name, String descriptor, String signature, String[] thrown) {
            if (!descriptor.startsWith("()") || name.startsWith("<")) {
                return null;
            }
            found.add(name);
            return new MethodVisitor(Opcodes.ASM9) {
                @Override
                public void visitMethodInsn(int opcode, String on, String called, String its, boolean ofInterface) {
                    found.remove(name);
                }

                @Override
                public void visitInvokeDynamicInsn(String called, String its, Handle bootstrap, Object... arguments) {
                    found.remove(name);
                }

                @Override
                public void visitTypeInsn(int opcode, String type) {
                    if (opcode == Opcodes.NEW || opcode == Opcodes.ANEWARRAY) {
                        found.remove(name);
                    }
                }
            };
        }
    }

    private static final class Weaver extends ClassVisitor {

        private final Set<String> accessors;
        private String owner;

        Weaver(ClassVisitor next, Set<String> accessors) {
            super(Opcodes.ASM9, next);
            this.accessors = accessors;
        }

        @Override
        public void visit(int version, int access, String name, String signature, String parent, String[] interfaces) {
            owner = name.replace('/', '.');
            super.visit(version, access, name, signature, parent, interfaces);
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String name, String descriptor, String signature, String[] thrown) {
            MethodVisitor next = super.visitMethod(access, name, descriptor, signature, thrown);
            boolean silent = name.equals("<clinit>") || (access & (Opcodes.ACC_BRIDGE | Opcodes.ACC_ABSTRACT)) != 0;
            return new MethodWeaver(next, silent ? "" : owner, name, kind(name, descriptor));
        }

        private CallTrace.Kind kind(String name, String descriptor) {
            if (name.equals("<init>")) {
                return CallTrace.Kind.CONSTRUCTOR;
            }
            boolean accessor = accessors.contains(name) && descriptor.startsWith("()");
            return accessor ? CallTrace.Kind.ACCESSOR : CallTrace.Kind.METHOD;
        }
    }

    private static final class MethodWeaver extends MethodVisitor {

        private final String owner;
        private final String name;
        private final CallTrace.Kind kind;

        MethodWeaver(MethodVisitor next, String owner, String name, CallTrace.Kind kind) {
            super(Opcodes.ASM9, next);
            this.owner = owner;
            this.name = name;
            this.kind = kind;
        }

        @Override
        public void visitCode() {
            super.visitCode();
            if (!owner.isEmpty()) {
                super.visitLdcInsn(owner);
                super.visitLdcInsn(name);
                super.visitLdcInsn(kind.name());
                tell("entered", 3);
            }
        }

        @Override
        public void visitTypeInsn(int opcode, String type) {
            super.visitTypeInsn(opcode, type);
            if (opcode == Opcodes.NEW) {
                allocates(type.replace('/', '.'));
            } else if (opcode == Opcodes.ANEWARRAY) {
                allocates(type.replace('/', '.') + "[]");
            }
        }

        @Override
        public void visitIntInsn(int opcode, int operand) {
            if (opcode == Opcodes.NEWARRAY) {
                allocates("primitive[]");
            }
            super.visitIntInsn(opcode, operand);
        }

        @Override
        public void visitInvokeDynamicInsn(String called, String descriptor, Handle bootstrap, Object... arguments) {
            if (!descriptor.startsWith("()")) {
                allocates(
                        bootstrap.getOwner().endsWith("LambdaMetafactory")
                                ? "lambda " + Type.getReturnType(descriptor).getClassName()
                                : "text");
            }
            super.visitInvokeDynamicInsn(called, descriptor, bootstrap, arguments);
        }

        /** Told behind a {@code new}, whose place frames refer to. */
        private void allocates(String type) {
            super.visitLdcInsn(type);
            tell("allocated", 1);
        }

        private void tell(String event, int arguments) {
            String descriptor = "(" + "Ljava/lang/String;".repeat(arguments) + ")V";
            super.visitMethodInsn(Opcodes.INVOKESTATIC, TRACE, event, descriptor, false);
        }
    }
}
