import { Chance } from '#db/seed/generator.ts'
import { type Distortion, scanOf } from './distort.ts'
import { drawCertificate } from './draw-certificate.ts'
import { drawPassport } from './draw-passport.ts'
import { type CertificateData, inventCertificate } from './specimen-certificate.ts'
import { inventPassport, type PassportData } from './specimen-passport.ts'

/** How a scan is spoilt, by lot. */
export type Lot = (chance: Chance) => Distortion

/** A scan and what is truly printed on it. */
export interface Specimen<Data> {
  readonly data: Data
  readonly scan: Buffer
}

const asName = (capitals: string) => capitals.charAt(0) + capitals.slice(1).toLowerCase()
const holderOf = ({ lastName, firstName, middleName, birthDate, series, number }: PassportData) => ({
  lastName: asName(lastName),
  firstName: asName(firstName),
  middleName: asName(middleName),
  birthDate,
  documentNumber: `${series.slice(0, 2)} ${series.slice(2)} ${number}`,
})

/** The same seed draws the same passport. */
export async function passportSpecimen(seed: number, lot: Lot): Promise<Specimen<PassportData>> {
  const chance = new Chance(seed)
  const data = inventPassport(chance)
  const page = await drawPassport(data, chance).encode('png')
  return { data, scan: await scanOf(page, 16, lot(chance), chance) }
}

/** The same seed draws the same certificate; of the holder of a passport where one is given. */
export async function certificateSpecimen(
  seed: number,
  lot: Lot,
  holder?: PassportData,
): Promise<Specimen<CertificateData>> {
  const chance = new Chance(seed)
  const data = { ...inventCertificate(chance), ...(holder && holderOf(holder)) }
  const page = await drawCertificate(data, chance).encode('png')
  return { data, scan: await scanOf(page, 12, lot(chance), chance) }
}
