/** Where a DSN of the open protocol leads: `https://<key>@<host>[/<path>]/<project>`; null for what is none. */
export function readDsn(text: string): { url: string; key: string } | null {
  if (!URL.canParse(text)) return null
  const { protocol, username, password, host, pathname, search, hash } = new URL(text)
  const [, folder = '', project = ''] = /^((?:\/[\w.-]+)*)\/(\d+)$/.exec(pathname) ?? []
  const isWhole = ['http:', 'https:'].includes(protocol) && /^\w+$/.test(username) && project !== ''
  if (!isWhole || password !== '' || search !== '' || hash !== '') return null
  return { url: `${protocol}//${host}${folder}/api/${project}/envelope/`, key: username }
}
