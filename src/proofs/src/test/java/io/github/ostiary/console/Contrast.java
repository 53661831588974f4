package io.github.ostiary.console;

/** A script that lists the texts of a page that are hard to read, by their contrast. */
final class Contrast {

    /** Those below 4.5, as WCAG AA asks of texts. */
    static final String OF_ALL_TEXTS =
            """
            (() => {
              const lum = (c) => c.map(v => v / 255).map(v => v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4)
                .reduce((sum, v, i) => sum + v * [.2126, .7152, .0722][i], 0);
              const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
              const rgba = (css) => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = css; canvas.fillRect(0, 0, 1, 1);
                return [...canvas.getImageData(0, 0, 1, 1).data]; };
              const over = (top, under) => [0, 1, 2].map(i => top[i] * top[3] / 255 + under[i] * (1 - top[3] / 255));
              const behind = (e) => { const layers = [];
                for (let at = e; at; at = at.parentElement) layers.push(rgba(getComputedStyle(at).backgroundColor));
                return layers.reverse().reduce((under, top) => over(top, under), [255, 255, 255]); };
              const low = [];
              const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
              while (walk.nextNode()) {
                const e = walk.currentNode.parentElement;
                const box = e.getBoundingClientRect();
                if (!walk.currentNode.data.trim() || box.width < 2 || e.closest(".hidden, .skip, datalist, option, script")) continue;
                const back = behind(e);
                const fore = over(rgba(getComputedStyle(e).color), back);
                const [a, b] = [lum(fore), lum(back)].sort((x, y) => y - x);
                const ratio = (a + .05) / (b + .05);
                if (ratio < 4.5) low.push(ratio.toFixed(2) + " " + e.tagName + "." + e.className + " " + walk.currentNode.data.trim().slice(0, 30));
              }
              return low;
            })()
            """;

    private Contrast() {}
}
