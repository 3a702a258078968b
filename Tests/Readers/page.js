// The measurements of a page, made in the page itself: page.py evaluates this and calls the functions.
({
    // Every table: how many rows, the cells of each row, and the texts of the cells.
    tables: () => [...document.querySelectorAll("table")].map((table) => ({
        caption: table.caption?.textContent.trim() ?? null,
        headers: [...table.rows].reduce((sum, row) => sum + row.querySelectorAll("th").length, 0),
        rows: [...table.rows].map((row) => [...row.cells].map((cell) => cell.textContent)),
        pictures: table.querySelectorAll("img").length,
    })),

    links: () => [...document.querySelectorAll("[href]")].map((link) => ({
        scheme: /^([a-z][a-z0-9+.-]*):/i.exec(link.getAttribute("href").trim())?.[1].toLowerCase() ?? "",
        address: link.getAttribute("href"),
        text: link.textContent,
    })),

    pictures: () => [...document.querySelectorAll("img")].map((picture) => ({
        alternative: picture.getAttribute("alt"),
        isEmbedded: picture.src.startsWith("data:"),
        isShown: picture.complete && picture.naturalWidth > 0,
        width: picture.getBoundingClientRect().width,
        height: picture.getBoundingClientRect().height,
        naturalWidth: picture.naturalWidth,
        naturalHeight: picture.naturalHeight,
    })),

    counts: () => {
        const all = [...document.querySelectorAll("*")];
        const names = {};
        for (const each of all) names[each.localName] = (names[each.localName] ?? 0) + 1;
        return {
            elements: names,
            scripts: document.querySelectorAll("script").length,
            handlers: all.flatMap((each) =>
                each.getAttributeNames().filter((name) => /^on/i.test(name))),
            comments: document.createTreeWalker(document, NodeFilter.SHOW_COMMENT).nextNode() !== null,
            pwned: "pwned" in window,
        };
    },

    title: () => document.title,
    text: () => document.body.innerText,

    // Texts of a chart that lie on each other, or beyond the edge of the chart. A box of letters is
    // higher than its ink, so a fifth of its height may lie on the next one.
    charts: () => [...document.querySelectorAll("svg")].filter((chart) =>
        chart.getBoundingClientRect().width > 0).map((chart) => {
        const edge = chart.getBoundingClientRect();
        const texts = [...chart.querySelectorAll("text")].map((text) => ({
            text: text.textContent, box: text.getBoundingClientRect(),
            size: parseFloat(getComputedStyle(text).fontSize)
                * Math.sqrt(Math.abs(text.getScreenCTM()?.a ?? 1) * Math.abs(text.getScreenCTM()?.d ?? 1)),
        })).filter((each) => each.box.width > 0);
        const overlaps = [];
        texts.sort((one, other) => one.box.top - other.box.top);
        texts.forEach((one, index) => {
            for (const other of texts.slice(index + 1)) {
                if (other.box.top >= one.box.bottom) break;
                const across = Math.min(one.box.right, other.box.right)
                    - Math.max(one.box.left, other.box.left);
                const down = Math.min(one.box.bottom, other.box.bottom) - other.box.top;
                // A text may lie on its own outline.
                const isOutline = one.text === other.text && one.box.x === other.box.x
                    && one.box.y === other.box.y;
                if (!isOutline && across > 0.5 && down > 0.2 * Math.min(one.box.height, other.box.height)) {
                    overlaps.push([one.text, other.text]);
                }
            }
        });
        const outside = texts.filter(({ box }) => box.left < edge.left - 1 || box.right > edge.right + 1
            || box.top < edge.top - 1 || box.bottom > edge.bottom + 1).map((each) => each.text);
        return {
            name: chart.getAttribute("aria-label") ?? chart.querySelector("title")?.textContent ?? null,
            width: edge.width, height: edge.height, texts: texts.map((each) => each.text),
            smallest: Math.min(...texts.map((each) => each.size), 1000),
            overlaps, outside,
        };
    }),

    // The lowest contrast of a chart's letters (WCAG asks for 4.5) and lines (3) with what is behind
    // them: axe-core does not look into SVG. Thin lines (below 2) are a grid, or less important.
    contrasts: () => {
        const canvas = Object.assign(document.createElement("canvas"), { width: 1, height: 1 })
            .getContext("2d", { willReadFrequently: true });
        const colour = (text, behind, opacity = 1) => {
            canvas.globalAlpha = 1;
            canvas.fillStyle = behind ? `rgb(${behind})` : "white";
            canvas.fillRect(0, 0, 1, 1);
            canvas.globalAlpha = opacity;
            canvas.fillStyle = text;
            canvas.fillRect(0, 0, 1, 1);
            return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
        };
        const light = (rgb) => rgb.map((each) => each / 255)
            .map((each) => each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4)
            .reduce((sum, each, index) => sum + each * [0.2126, 0.7152, 0.0722][index], 0);
        const contrast = (one, other) => {
            const [low, high] = [light(one), light(other)].sort((a, b) => a - b);
            return Math.round(100 * (high + 0.05) / (low + 0.05)) / 100;
        };
        return [...document.querySelectorAll("svg")].filter((chart) =>
            chart.getBoundingClientRect().width > 0).map((chart) => {
            let box = chart;
            while (box && /^rgba\(.*, 0\)$/.test(getComputedStyle(box).backgroundColor)) box = box.parentElement;
            const dark = matchMedia("(prefers-color-scheme: dark)").matches;
            const behind = colour(box ? getComputedStyle(box).backgroundColor : dark ? "#121212" : "white");
            const lowest = (selector, property, opacity) => Math.min(21, ...[...chart.querySelectorAll(selector)]
                .map((each) => getComputedStyle(each))
                .filter((style) => style[property] !== "none" && style.display !== "none"
                    && (property === "fill" || parseFloat(style.strokeWidth) >= 2))
                .map((style) => contrast(
                    colour(style[property], behind, style.opacity * style[opacity]), behind))
                // A line in the colour of the ground is an edge that keeps others apart.
                .filter((found) => found > 1));
            return {
                letters: lowest("text", "fill", "fillOpacity"),
                lines: lowest("polyline, path", "stroke", "strokeOpacity"),
            };
        });
    },

    // The elements wider than the window, outside of boxes that scroll on their own.
    overflow: () => {
        const width = document.documentElement.clientWidth;
        const scrolls = (each) => {
            for (let box = each.parentElement; box && box !== document.body; box = box.parentElement) {
                if (/auto|scroll|hidden|clip/.test(getComputedStyle(box).overflowX)) return true;
            }
            return false;
        };
        const wide = document.documentElement.scrollWidth > width
            ? [...document.body.querySelectorAll("*")].filter((each) =>
                each.getBoundingClientRect().right > width + 0.5 && !scrolls(each)) : [];
        return {
            width, scrollWidth: document.documentElement.scrollWidth,
            causes: wide.slice(0, 5).map((each) => each.outerHTML.slice(0, 120)),
        };
    },

    // Boxes that scroll sideways without a name or without a way to reach them by keyboard.
    regions: () => [...document.body.querySelectorAll("*")].filter((each) =>
        /auto|scroll/.test(getComputedStyle(each).overflowX) && each.scrollWidth > each.clientWidth + 1
    ).map((each) => ({
        html: each.cloneNode(false).outerHTML.slice(0, 120),
        isNamed: /^(region|group)$/.test(each.getAttribute("role") ?? (each.localName === "section" ? "region" : ""))
            && Boolean((each.getAttribute("aria-label") ?? each.getAttribute("aria-labelledby") ?? "").trim()),
        isReached: each.tabIndex >= 0,
    })),

    // Every rule of axe-core, on a page in which axe-core was evaluated before.
    accessibility: () => axe.run(document, {
        runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
        rules: { "target-size": { enabled: true } },
        resultTypes: ["violations", "incomplete"],
    }).then((found) => {
        const short = (each) => ({
            rule: each.id, impact: each.impact, help: each.help,
            nodes: each.nodes.slice(0, 3).map((node) => node.html.slice(0, 160)),
            count: each.nodes.length,
            reasons: [...new Set(each.nodes.flatMap((node) =>
                [...node.any, ...node.all, ...node.none].map((check) => check.message)))].slice(0, 3),
        });
        return {
            version: axe.version, violations: found.violations.map(short),
            incomplete: found.incomplete.map(short), passes: found.passes.map((each) => each.id),
        };
    }),
})
