/* oxlint-disable no-console -- the library writes there, nothing else lets the line be left out */
/** oidc-provider warns while it loads on a Node.js that has not become LTS yet; ours is chosen on purpose. */
const warn = console.warn.bind(console)
console.warn = (...words: unknown[]) => {
  if (!String(words[0]).includes('oidc-provider WARNING: Unsupported runtime')) warn(...words)
}
