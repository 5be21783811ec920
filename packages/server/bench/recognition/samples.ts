import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { certificateSpecimen, passportSpecimen } from '#testing/specimens/specimens.ts'

/** Where the samples lie in the repository: drawn documents of invented people, to try recognition with. */
const folder = resolve(import.meta.dirname, '../../../../samples/scans')
const scanner = { dpi: 200, turn: 0, noise: 3, blur: 0, jpeg: 70, shade: 0.12, margin: 0.04 } as const

await mkdir(folder, { recursive: true })
const passport = await passportSpecimen(4, () => ({ ...scanner, skew: 2.4 }))
await writeFile(join(folder, 'паспорт-образец.jpg'), passport.scan)
const turned = await passportSpecimen(9, () => ({ ...scanner, skew: -3, turn: 90, dpi: 150 }))
await writeFile(join(folder, 'паспорт-образец-боком.jpg'), turned.scan)
const certificate = await certificateSpecimen(3, () => ({ ...scanner, skew: -1.2, dpi: 170 }))
await writeFile(join(folder, 'справка-о-доходах-образец.jpg'), certificate.scan)
const own = await certificateSpecimen(11, () => ({ ...scanner, skew: 0.8, dpi: 170 }), passport.data)
await writeFile(join(folder, 'справка-о-доходах-к-паспорту.jpg'), own.scan)
console.log(passport.data, turned.data, certificate.data, own.data)
