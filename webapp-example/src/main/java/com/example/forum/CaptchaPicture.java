package com.example.forum;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.Shape;
import java.awt.geom.AffineTransform;
import java.awt.geom.Path2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.concurrent.ThreadLocalRandom;
import javax.imageio.ImageIO;
import javax.imageio.stream.MemoryCacheImageOutputStream;

/**
 * Digits that people read and simple programs do not. Drawn as strokes, since servers often have no fonts.
 *
 * <p>A program trained on these pictures will read them. Where more is at stake than a forum, let a service ask, behind
 * the same {@code ChallengeVerifier}.
 */
final class CaptchaPicture {

    /** In pixels; shown at half of it. */
    static final int WIDTH = 480;

    /** In pixels; shown at half of it. */
    static final int HEIGHT = 160;

    private static final Color PAPER = new Color(0xf3f1ea);
    private static final Color[] INKS = {
        new Color(0x0d7a68), new Color(0x6d4fa8), new Color(0xb4541e), new Color(0x2767a8), new Color(0xa83264)
    };

    /** From 2 to 9, in a box 1 wide and 1.4 high: a start, then lines (2 numbers) and curves (6). */
    private static final double[][][] SHAPES = {
        {{.05, .4}, {.05, -.15, .95, -.15, .95, .4}, {.95, .8, .2, 1, .05, 1.4}, {.98, 1.4}},
        {
            {.08, .2},
            {.3, -.12, .9, -.05, .9, .33},
            {.9, .62, .6, .65, .4, .65},
            {.65, .65, 1, .72, 1, 1.02},
            {1, 1.5, .2, 1.52, .03, 1.15}
        },
        {{.7, 1.4}, {.7, 0}, {.02, .95}, {1, .95}},
        {{.9, 0}, {.2, 0}, {.14, .6}, {.4, .4, 1, .45, 1, .9}, {1, 1.5, .25, 1.5, .05, 1.2}},
        {{.8, .05}, {.3, .1, .05, .6, .05, .95}, {.05, 1.55, .95, 1.55, .95, .95}, {.95, .45, .15, .45, .07, .9}},
        {{.03, 0}, {.97, 0}, {.6, .5, .4, .9, .35, 1.4}},
        {
            {.5, .62},
            {-.05, .6, 0, 0, .5, 0},
            {1, 0, 1.05, .6, .5, .62},
            {-.15, .66, -.15, 1.4, .5, 1.4},
            {1.15, 1.4, 1.15, .66, .5, .62}
        },
        {{.2, 1.35}, {.7, 1.3, .95, .8, .95, .45}, {.95, -.15, .05, -.15, .05, .45}, {.05, .95, .85, .95, .93, .5}},
    };

    private final ThreadLocalRandom random = ThreadLocalRandom.current();
    private final String digits;

    private CaptchaPicture(String digits) {
        this.digits = digits;
    }

    /**
     * Draws them.
     *
     * @param digits 2 to 9
     * @return PNG
     */
    static byte[] of(String digits) throws IOException {
        CaptchaPicture picture = new CaptchaPicture(digits);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (MemoryCacheImageOutputStream out = new MemoryCacheImageOutputStream(bytes)) {
            ImageIO.write(picture.waved(picture.written()), "png", out);
        }
        return bytes.toByteArray();
    }

    private BufferedImage written() {
        BufferedImage image = new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_INT_RGB);
        Graphics2D pen = image.createGraphics();
        pen.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        pen.setColor(PAPER);
        pen.fillRect(0, 0, WIDTH, HEIGHT);
        int step = (WIDTH - 60) / digits.length();
        for (int i = 0; i < digits.length(); i++) {
            AffineTransform place = AffineTransform.getTranslateInstance(
                    30 + step * (i + .5) + between(-8, 8), HEIGHT / 2.0 + between(-12, 12));
            place.rotate(between(-.38, .38));
            place.shear(between(-.2, .2), between(-.1, .1));
            place.scale(between(46, 58), between(54, 64));
            place.translate(-.5, -.7);
            draw(pen, place.createTransformedShape(shape(digits.charAt(i))), between(7, 11));
        }
        for (int i = 0; i < 5; i++) {
            draw(pen, scratch(), between(2, 5));
        }
        pen.dispose();
        return image;
    }

    private void draw(Graphics2D pen, Shape line, double width) {
        pen.setColor(INKS[random.nextInt(INKS.length)]);
        pen.setStroke(new BasicStroke((float) width, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND));
        pen.draw(line);
    }

    private static Path2D shape(char digit) {
        Path2D path = new Path2D.Double();
        for (double[] to : SHAPES[digit - '2']) {
            if (path.getCurrentPoint() == null) {
                path.moveTo(to[0], to[1]);
            } else if (to.length == 2) {
                path.lineTo(to[0], to[1]);
            } else {
                path.curveTo(to[0], to[1], to[2], to[3], to[4], to[5]);
            }
        }
        return path;
    }

    private Path2D scratch() {
        Path2D path = new Path2D.Double();
        path.moveTo(between(-20, WIDTH * .3), between(0, HEIGHT));
        path.curveTo(
                between(0, WIDTH),
                between(0, HEIGHT),
                between(0, WIDTH),
                between(0, HEIGHT),
                between(WIDTH * .7, WIDTH + 20),
                between(0, HEIGHT));
        return path;
    }

    /** Bent both ways, and sprinkled. */
    private BufferedImage waved(BufferedImage from) {
        BufferedImage to = new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_INT_RGB);
        double across = between(0, 6);
        double along = between(0, 6);
        double wide = between(40, 60);
        double high = between(22, 34);
        for (int y = 0; y < HEIGHT; y++) {
            for (int x = 0; x < WIDTH; x++) {
                int sx = (int) (x + 5 * Math.sin(y / high + across));
                int sy = (int) (y + 8 * Math.sin(x / wide + along));
                boolean inside = sx >= 0 && sx < WIDTH && sy >= 0 && sy < HEIGHT;
                int colour = inside ? from.getRGB(sx, sy) : PAPER.getRGB();
                to.setRGB(x, y, random.nextInt(14) == 0 ? colour ^ random.nextInt(0x606060) : colour);
            }
        }
        return to;
    }

    private double between(double low, double high) {
        return random.nextDouble(low, high);
    }
}
