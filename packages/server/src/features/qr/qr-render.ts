import qrcode from 'qrcode'

/** Survives a scratch or a logo over 15 % of its area. */
const look = { errorCorrectionLevel: 'M', margin: 4 } as const

/** The code as a square picture, `size` pixels a side. */
export const renderPng = (link: string, size: number): Promise<Buffer> =>
  qrcode.toBuffer(link, { ...look, type: 'png', width: size })

/** The code as a drawing of any size. */
export const renderSvg = async (link: string): Promise<Buffer> =>
  Buffer.from(await qrcode.toString(link, { ...look, type: 'svg' }))
