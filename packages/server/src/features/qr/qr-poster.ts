import { dayText } from '@ipoteka-office/contract/common/day-text.ts'
import type { QrCode } from '@ipoteka-office/contract/qr/qr.ts'
import { toPdf } from '#lib/pdf.ts'
import { renderSvg } from './qr-render.ts'

/** An A4 poster: what is offered, by whom, the code itself and the link in letters. */
export async function renderPoster(code: QrCode): Promise<Buffer> {
  const svg = (await renderSvg(code.link)).toString()
  return toPdf({
    pageSize: 'A4',
    pageMargins: [48, 56, 48, 48],
    defaultStyle: { font: 'Roboto', alignment: 'center', lineHeight: 1.2 },
    info: { title: `${code.product.name} — ${code.partner.shortName}`, creator: 'Ипотека-офис' },
    content: [
      { text: code.product.name, fontSize: 40, bold: true, margin: [0, 24, 0, 12] },
      { text: code.partner.shortName, fontSize: 22, margin: [0, 0, 0, 28] },
      { svg, width: 340, alignment: 'center' },
      { text: 'Наведите камеру телефона на код', fontSize: 20, bold: true, margin: [0, 24, 0, 6] },
      { text: 'Откроется страница предложения — регистрация не нужна', fontSize: 14, color: '#444444' },
      { text: code.link, fontSize: 13, color: '#444444', margin: [0, 18, 0, 0] },
      ...(code.employee === null
        ? []
        : [
            {
              text: `Ваш специалист: ${code.employee.fullName}`,
              fontSize: 16,
              margin: [0, 22, 0, 0] as never,
            },
          ]),
    ],
    footer: {
      text: [
        code.validTo === null ? '' : `Предложение действует по ${dayText(code.validTo)}. `,
        'Не является публичной офертой.',
      ].join(''),
      fontSize: 9,
      color: '#666666',
    },
  })
}
