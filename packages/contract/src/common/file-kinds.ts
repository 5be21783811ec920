/** Kinds of file that documents are made of: what they are called, sent as and named like. The bytes decide which one it is. */
export const fileKinds = {
  PDF: { label: 'PDF', contentType: 'application/pdf', extensions: ['pdf'] },
  JPEG: { label: 'JPEG', contentType: 'image/jpeg', extensions: ['jpg', 'jpeg'] },
  PNG: { label: 'PNG', contentType: 'image/png', extensions: ['png'] },
  TIFF: { label: 'TIFF', contentType: 'image/tiff', extensions: ['tif', 'tiff'] },
  DOCX: {
    label: 'DOCX',
    contentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    extensions: ['docx'],
  },
  XLSX: {
    label: 'XLSX',
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    extensions: ['xlsx'],
  },
  XML: { label: 'XML', contentType: 'application/xml', extensions: ['xml'] },
  /** A detached signature (CMS, PKCS #7): DER, PEM or Base64. */
  SIG: { label: 'SIG', contentType: 'application/pkcs7-signature', extensions: ['sig', 'p7s', 'sgn'] },
  /** Only for uploads of tables, never for documents. */
  CSV: { label: 'CSV', contentType: 'text/csv', extensions: ['csv'] },
} as const satisfies Record<
  string,
  { readonly label: string; readonly contentType: string; readonly extensions: readonly string[] }
>
export type FileKind = keyof typeof fileKinds

/** What documents of a case may be. */
export const documentKinds = [
  'PDF',
  'JPEG',
  'PNG',
  'TIFF',
  'DOCX',
  'XLSX',
  'XML',
  'SIG',
] as const satisfies readonly FileKind[]

/** What can be looked at page by page: PDF and images. */
export const pageKinds = ['PDF', 'JPEG', 'PNG', 'TIFF'] as const satisfies readonly FileKind[]

/** «PDF, JPEG или PNG»: for messages and hints. */
export function kindsText(kinds: readonly FileKind[]): string {
  const labels = kinds.map((kind) => fileKinds[kind].label)
  const last = labels.at(-1) ?? ''
  return labels.length < 2 ? last : `${labels.slice(0, -1).join(', ')} или ${last}`
}

/** For the `accept` of a file field: `.pdf,.jpg,…`. */
export const acceptOf = (kinds: readonly FileKind[]): string =>
  kinds
    .flatMap((kind) => fileKinds[kind].extensions)
    .map((extension) => `.${extension}`)
    .join(',')
