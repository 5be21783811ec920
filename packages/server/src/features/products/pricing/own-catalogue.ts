import type { BankFigures } from '#features/parameters/parameter-reader.service.ts'
import { CatalogueReader } from './catalogue-reader.ts'

const readers = new WeakMap<object, CatalogueReader>()

/** The catalogue of work that nobody has asked for through a call: jobs, public pages. One a bank. */
export function ownCatalogue({ parameters }: BankFigures): CatalogueReader {
  const known = readers.get(parameters)
  if (known !== undefined) return known
  const made = new CatalogueReader()
  readers.set(parameters, made)
  return made
}
