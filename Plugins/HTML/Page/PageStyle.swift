internal import BoxOffice

/// The rules of a page's style sheet that are the same in every page.
enum PageStyle {
    /// The rules.
    static let rules = """
        :root{color-scheme:light dark;--text:#1f2328;--faint:#57606a;--line:#d0d7de;--ground:#fff;\
        --stripe:#f6f8fa;--rise:\(MarkerColour.red.code);--fall:\(MarkerColour.blue.code);\
        --link:#0b57d0;--alarm:#9a3412}
        @media screen and (prefers-color-scheme:dark){:root{--text:#e6edf3;--faint:#9da7b3;\
        --line:#3d444d;--ground:#0d1117;--stripe:#161b22;--rise:\(MarkerColour.red.codeOnDark);\
        --fall:\(MarkerColour.blue.codeOnDark);--link:#8ab4f8;--alarm:#ffa657}}
        *{box-sizing:border-box}
        body{margin:0;padding:1.5rem 1rem;background:var(--ground);color:var(--text);\
        font:1rem/1.5 system-ui,"Apple SD Gothic Neo","Malgun Gothic","Noto Sans KR","Noto Sans \
        CJK KR",sans-serif;word-break:keep-all;overflow-wrap:anywhere}
        main,footer{max-width:\(ColumnStyle.widestPage)rem;margin:0 auto}
        main{display:flex;flex-direction:column}
        main>*{min-width:0}
        header{order:-3}
        .lacks{order:-2;border-left:4px solid var(--alarm);padding:.2rem 1rem;margin:0 0 1rem}
        .chart{order:-1}
        h1{font-size:1.6rem;line-height:1.3;margin:0}
        h2{font-size:1.15rem;margin:2rem 0 .5rem;break-after:avoid}
        header p{margin:.3rem 0 1rem;color:var(--faint)}
        a{color:var(--link)}
        .scroll{overflow-x:auto}
        table{border-collapse:collapse;min-width:100%}
        th,td{padding:.35em .7em;border-bottom:1px solid var(--line);text-align:left;\
        vertical-align:middle}
        thead tr>:nth-child(n){color:var(--faint);font-weight:600;white-space:normal;\
        overflow-wrap:normal;vertical-align:bottom}
        tbody th{font-weight:600}
        tbody tr:nth-child(even){background:var(--stripe)}
        .rise{color:var(--rise)}
        .fall{color:var(--fall)}
        .poster{display:block;width:3.2rem;height:4.5rem}
        .cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(10rem,1fr));\
        gap:1.5rem 1rem;list-style:none;margin:0;padding:0}
        .cards li{break-inside:avoid}
        .picture a{display:flex;align-items:center;justify-content:center;aspect-ratio:5/7;\
        background:var(--stripe)}
        .picture:empty{aspect-ratio:5/7;background:var(--stripe)}
        .cards .poster{width:100%;height:100%}
        .name{margin:.4rem 0 .2rem}
        .name strong{font-size:1.25em}
        dl{margin:0}
        .cards dl div,.figures{display:flex;flex-wrap:wrap;column-gap:.5em;font-size:.875em}
        dt{color:var(--faint)}
        .cards dt{white-space:nowrap}
        .figures{margin:0;justify-content:flex-end}
        dd{margin:0;font-variant-numeric:tabular-nums}
        .cards dd{margin-left:auto}
        footer{margin-top:2.5rem;padding-top:.8rem;border-top:1px solid var(--line);font-size:.875rem}
        footer dl{display:grid;grid-template-columns:max-content 1fr;gap:.2rem 1rem}
        footer dt{grid-column:1}
        footer dd{grid-column:2}
        tr{break-inside:avoid}
        @media print{body{padding:0;font-size:8.5pt}h1{font-size:14pt}h2{font-size:11pt}\
        footer{font-size:8pt}.scroll{overflow:visible}th,td{padding:.25em .4em}\
        .poster{width:2.4rem;height:3.4rem}a{color:inherit;text-decoration:none}\
        .cards{grid-template-columns:repeat(5,1fr)}.cards .poster{width:100%;height:100%}}

        """
}
