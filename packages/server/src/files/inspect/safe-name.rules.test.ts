import { describe, expect, it } from 'vitest'
import { safeName } from './safe-name.rules.ts'

describe('the name of a file', () => {
  it.each([
    ['приказ.pdf', 'PDF', 'приказ.pdf'],
    ['Скан (1) «копия» № 5.PDF', 'PDF', 'Скан (1) «копия» № 5.PDF'],
    ['фото.jpeg', 'JPEG', 'фото.jpeg'],
    ['../../etc/passwd', 'PDF', 'passwd.pdf'],
    ['C:\\temp\\a.PDF', 'PDF', 'a.PDF'],
    ['..\\..\\', 'PDF', 'документ.pdf'],
    ['', 'PNG', 'документ.png'],
    ['....', 'PNG', 'документ.png'],
    ['.htaccess', 'JPEG', 'htaccess.jpg'],
    ['a\u202Efdp.exe', 'PDF', 'afdp_exe.pdf'],
    ['a\u0000b\r\nc\u200B.pdf', 'PDF', 'ab c.pdf'],
    ['a\u00A0\u2003b  c.pdf', 'PDF', 'a b c.pdf'],
    ['отчёт.exe.pdf', 'PDF', 'отчёт_exe.pdf'],
    ['picture.html', 'PNG', 'picture_html.png'],
    ['версия 1.2.docx', 'DOCX', 'версия 1.2.docx'],
    ['версия 1.2', 'DOCX', 'версия 1.2.docx'],
    ['CON.pdf', 'PDF', '_CON.pdf'],
    ['com1', 'PDF', '_com1.pdf'],
    ['Николай.pdf', 'PDF', 'Николай.pdf'],
    ['a<b>:"c|d?*.pdf', 'PDF', 'abcd.pdf'],
    ['скан.pdf', 'JPEG', 'скан.pdf.jpg'],
  ] as const)('%j of a %s is %j', (given, kind, name) => {
    expect(safeName(given, kind)).toBe(name)
  })

  it.each(['я', '😀', 'a'])('is cut to what file systems take: %s', (sign) => {
    const name = safeName(`${sign.repeat(500)}.pdf`, 'PDF')
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255)
    expect(name).toMatch(/\.pdf$/)
    expect(name).toBe(name.toWellFormed())
  })
})
