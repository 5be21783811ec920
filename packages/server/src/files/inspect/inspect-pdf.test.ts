import { deflateSync } from 'node:zlib'
import { PDFDocument } from '@cantoo/pdf-lib'
import { describe, expect, it } from 'vitest'
import { type PdfObject, pdf, pdfOf, zipOf } from '#testing/file-specimens.ts'
import { inspect, reasonFor } from '#testing/inspect.ts'

const mebibyte = 1_048_576
const flate = (bytes: number) => deflateSync(Buffer.alloc(bytes), { level: 9 })
const bomb = flate(100 * mebibyte)
const smallerBomb = flate(60 * mebibyte)

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
      'a link to a site',
      pdf({ page: annotation('/Subtype /Link /A << /S /URI /URI (https://evil.example/login) >>') }),
      'ссылки на сайты',
      'evil.example',
    ],
    [
      'a site that opens with it',
      pdf({ catalog: '/OpenAction << /S /URI /URI (https://evil.example/seen) >>' }),
      'ссылки на сайты',
      'evil.example',
    ],
    [
      'a named action on opening',
      pdf({ catalog: '/OpenAction << /S /Named /N /Print >>' }),
      'автоматические действия',
      '/Print',
    ],
    [
      'a picture whose bytes lie on another machine',
      pdf({
        more: [{ dict: '<< /F (\\\\evil\\share\\a.png) >>', stream: Buffer.from('x') }],
        catalog: '/Other 4 0 R',
      }),
      'обращение к другим файлам',
      'share',
    ],
    [
      'a reference to a document elsewhere',
      pdf({ catalog: '/Other << /Type /Filespec /F << /UF (//evil/share/a.pdf) >> >>' }),
      'обращение к другим файлам',
      '//evil',
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
    // Links only wait for a click: what is signed by a state service has them.
    const linked = pdf({
      catalog: '/Sig 4 0 R',
      page: annotation('/Subtype /Link /A << /S /URI /URI (https://bank.ru) >>'),
      more: [sign],
    })
    expect((await inspect(linked)).verdict).toMatchObject({
      ok: true,
      isRewritten: false,
      warnings: [expect.stringMatching(/ссылки на сайты/)],
    })
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
      pdf({ catalog: '/X 4 0 R', more: [packed('/FlateDecode', bomb)] }),
      /слишком большой объём/,
    ],
    [
      'with a bomb in a bomb',
      pdf({
        catalog: '/X 4 0 R',
        more: [packed('[/FlateDecode /FlateDecode]', deflateSync(bomb))],
      }),
      /слишком большой объём/,
    ],
    [
      'with many smaller bombs',
      pdf({
        catalog: '/X 4 0 R',
        more: Array.from({ length: 12 }, () => packed('/FlateDecode', smallerBomb)),
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
      pdf({ catalog: '/X 4 0 R', more: [image(10, 10, smallerBomb)] }),
      /слишком большой объём/,
    ],
    ['that shows only a form of XFA', pdf({ catalog: '/NeedsRendering true' }), /динамическая форма/],
    ['of brackets a million deep', pdf({ catalog: `/X ${'['.repeat(1_000_000)}` }), /повреждён/],
  ])('%s', async (_name, content, reason) => {
    expect(await reasonFor(content)).toMatch(reason)
  })
})
