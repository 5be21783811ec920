import { dayText } from '@ipoteka-office/contract/common/day-text.ts'
import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import type { Chance } from '#db/seed/generator.ts'
import { printMachineLine } from './machine-print.ts'
import { availableFonts } from './specimen-fonts.ts'
import type { PassportData } from './specimen-passport.ts'

/** The opened spread in millimetres: the page of the issuer above, the page of the person below. */
export const passportSize = { width: 125, height: 176 } as const
const perMm = 16
const ink = '#1c1a22'
const label = '#6b4a4a'

interface Pen {
  readonly context: SKRSContext2D
  readonly chance: Chance
  /** Font of what is printed into the form. */
  readonly font: string
  /** The printer does not hit the form exactly. */
  readonly shift: { readonly x: number; readonly y: number }
}

/** The guilloche: fine waves of several colours. */
function drawBackground({ context, chance }: Pen): void {
  context.fillStyle = '#f5ece4'
  context.fillRect(0, 0, passportSize.width, passportSize.height)
  const colours = ['#e8cfc6', '#dfd3bd', '#d5dccf', '#ead2d8']
  context.lineWidth = 0.13
  for (let line = 0; line < 130; line += 1) {
    context.strokeStyle = chance.of(colours)
    const base = (line / 130) * passportSize.height
    const wave = 1 + chance.next() * 2.5
    const phase = chance.next() * 6
    context.beginPath()
    for (let x = 0; x <= passportSize.width; x += 1.5)
      context.lineTo(x, base + wave * Math.sin(x / 7 + phase) * Math.cos(x / 23))
    context.stroke()
  }
}

function smallText({ context }: Pen, text: string, x: number, y: number, size = 1.9): void {
  context.fillStyle = label
  context.font = `${size}px "Specimen Sans"`
  context.fillText(text, x, y)
}

function ruleLine({ context }: Pen, x: number, y: number, width: number): void {
  context.strokeStyle = '#b99'
  context.lineWidth = 0.15
  context.beginPath()
  context.moveTo(x, y)
  context.lineTo(x + width, y)
  context.stroke()
}

function value({ context, font, shift }: Pen, text: string, x: number, y: number, size = 3.6): void {
  context.fillStyle = ink
  context.font = `${size}px "${font}"`
  context.fillText(text, x + shift.x, y + shift.y)
}

/** Breaks at spaces so that a line holds at most `max` letters. */
function wrapped(text: string, max: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && `${last} ${word}`.length <= max) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

/** Series and number: red, turned by 90°, on both pages. */
function drawSeries(pen: Pen, { series, number }: PassportData): void {
  const { context } = pen
  const text = `${series.slice(0, 2)} ${series.slice(2)}  ${number}`
  for (const top of [22, 110]) {
    context.save()
    context.translate(117.5, top)
    context.rotate(Math.PI / 2)
    context.fillStyle = '#a8242c'
    context.font = '5px "Specimen Sans"'
    context.letterSpacing = '0.9px'
    context.fillText(text, 0, 0)
    context.restore()
  }
}

function drawIssuer(pen: Pen, data: PassportData): void {
  const { context } = pen
  context.fillStyle = '#7a2b33'
  context.font = '5px "Specimen Sans Bold"'
  context.fillText('РОССИЙСКАЯ  ФЕДЕРАЦИЯ', 26, 11)
  smallText(pen, 'Паспорт выдан', 9, 20)
  const lines = wrapped(data.issuer, 34)
  for (const [index, y] of [22.5, 30, 37.5].entries()) {
    ruleLine(pen, 26, y, 84)
    value(pen, lines[index] ?? '', 30, y - 1.1)
  }
  smallText(pen, 'Дата выдачи', 9, 46)
  ruleLine(pen, 26, 46.5, 26)
  value(pen, dayText(data.issueDate), 29, 45.4)
  smallText(pen, 'Код подразделения', 56, 46)
  ruleLine(pen, 79, 46.5, 30)
  value(pen, data.unitCode, 84, 45.4)
  smallText(pen, 'Личный код', 9, 58)
  ruleLine(pen, 26, 58.5, 40)
  smallText(pen, 'Личная подпись', 9, 76)
  ruleLine(pen, 30, 76.5, 40)
  drawStamp(pen)
  drawSignature(pen)
}

function drawStamp({ context, chance }: Pen): void {
  const x = 82 + chance.next() * 14
  const y = 58 + chance.next() * 12
  context.strokeStyle = 'rgba(60, 70, 150, 0.55)'
  context.lineWidth = 0.5
  for (const radius of [14, 12.6, 6]) {
    context.beginPath()
    context.arc(x, y, radius, 0, Math.PI * 2)
    context.stroke()
  }
  context.fillStyle = 'rgba(60, 70, 150, 0.55)'
  context.font = '2.2px "Specimen Sans"'
  for (const [index, letter] of Array.from('ОБРАЗЕЦ * ОБРАЗЕЦ * ОБРАЗЕЦ * ').entries()) {
    context.save()
    context.translate(x, y)
    context.rotate((index / 30) * Math.PI * 2)
    context.fillText(letter, 0, -9.6)
    context.restore()
  }
}

function drawSignature({ context, chance }: Pen): void {
  context.strokeStyle = '#2b2f6b'
  context.lineWidth = 0.4
  context.beginPath()
  context.moveTo(34, 74)
  for (let x = 36; x < 62; x += 3)
    context.quadraticCurveTo(x - 2, 66 + chance.next() * 9, x, 72 + chance.next() * 4)
  context.stroke()
}

function drawPhoto({ context, chance }: Pen): void {
  const grey = 150 + chance.whole(0, 60)
  context.fillStyle = `rgb(${grey + 15}, ${grey + 20}, ${grey + 25})`
  context.fillRect(8, 101, 35, 45)
  context.fillStyle = `rgb(${grey - 60}, ${grey - 75}, ${grey - 85})`
  context.beginPath()
  context.ellipse(25.5, 119, 9, 12, 0, 0, Math.PI * 2)
  context.ellipse(25.5, 143, 15, 12, 0, 0, Math.PI)
  context.ellipse(25.5, 144, 16, 12, 0, Math.PI, Math.PI * 2)
  context.fill()
  context.fillStyle = 'rgba(255, 255, 255, 0.8)'
  context.font = '5px "Specimen Sans Bold"'
  context.fillText('ОБРАЗЕЦ', 13, 142)
}

const personRows = [
  ['Фамилия', 100],
  ['', 107],
  ['Имя', 114],
  ['Отчество', 121],
] as const

function drawPerson(pen: Pen, data: PassportData): void {
  drawPhoto(pen)
  for (const [text, y] of personRows) {
    smallText(pen, text, 46, y)
    ruleLine(pen, 57, y + 0.5, 52)
  }
  value(pen, data.lastName, 66, 99.4)
  value(pen, data.firstName, 66, 113.4)
  value(pen, data.middleName, 66, 120.4)
  smallText(pen, 'Пол', 46, 128)
  value(pen, data.sex === 'MALE' ? 'МУЖ.' : 'ЖЕН.', 53, 127.4)
  smallText(pen, 'Дата', 68, 126.4)
  smallText(pen, 'рождения', 68, 128.6)
  value(pen, dayText(data.birthDate), 81, 127.4)
  smallText(pen, 'Место', 46, 133.4)
  smallText(pen, 'рождения', 46, 135.6)
  const lines = wrapped(data.birthPlace, 23)
  for (const [index, y] of [135, 141.5, 148].entries()) {
    ruleLine(pen, 57, y + 0.5, 52)
    value(pen, lines[index] ?? '', 62, y - 0.6)
  }
}

function drawMrz({ context, shift }: Pen, lines: readonly [string, string]): void {
  context.strokeStyle = ink
  for (const [index, line] of lines.entries())
    printMachineLine(context, line, {
      x: 6 + shift.x,
      y: 158 + index * 7 + shift.y,
      pitch: 2.54,
      height: 2.75,
    })
}

/** Draws the main spread of a made-up passport, 16 pixels to the millimetre. */
export function drawPassport(data: PassportData, chance: Chance): Canvas {
  const canvas = createCanvas(passportSize.width * perMm, passportSize.height * perMm)
  const context = canvas.getContext('2d')
  context.scale(perMm, perMm)
  const font = chance.of(availableFonts('Specimen Serif', 'Specimen Sans', 'Specimen Mono'))
  const shift = { x: chance.next() * 2 - 1, y: chance.next() * 0.8 - 0.4 }
  const pen = { context, chance, font, shift }
  drawBackground(pen)
  drawIssuer(pen, data)
  context.strokeStyle = '#c9b8ae'
  context.lineWidth = 0.4
  context.beginPath()
  context.moveTo(0, 88)
  context.lineTo(passportSize.width, 88)
  context.stroke()
  drawPerson(pen, data)
  drawSeries(pen, data)
  if (data.mrz !== null) drawMrz(pen, data.mrz)
  return canvas
}
