import { unitCodeText } from '@ipoteka-office/contract/common/person/passport.ts'
import { parse } from 'csv-parse/sync'
import type { Db } from '#db/database.ts'
import { replaceUnits, type UnitChange } from './passport-units.repo.ts'

/** A line of the file that is no unit. */
export interface RefusedLine {
  readonly line: number
  readonly reason: string
}
export interface UnitImport extends UnitChange {
  readonly refused: readonly RefusedLine[]
}

/** The file is no directory of units at all. */
export class UnitFileError extends Error {}

/** Longer names are no names but a line that lost its end. */
const maxName = 300

function refusalOf(code: string, name: string): string | null {
  if (!/^\d{3}-\d{3}$/.test(code)) return 'код — шесть цифр, например 772-053'
  if (name === '') return 'нет наименования'
  return name.length > maxName ? `наименование длиннее ${maxName} знаков` : null
}

function readRows(text: string): string[][] {
  const [first = ''] = text.split('\n', 1)
  try {
    return parse(text, {
      bom: true,
      delimiter: first.includes(';') ? ';' : ',',
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
    })
  } catch (error) {
    throw new UnitFileError(`Файл не читается как CSV: ${error instanceof Error ? error.message : ''}`)
  }
}

/**
 * Takes a whole directory of units, «code, name» a line, in place of what was imported before and of the training data;
 * what the product delivers stays. Wrong lines are told and do not hinder the others.
 */
export async function importUnits(db: Db, text: string): Promise<UnitImport> {
  const refused: RefusedLine[] = []
  const units = new Map<string, readonly [code: string, name: string]>()
  for (const [at, [code = '', name = '']] of readRows(text).entries()) {
    const unit = [unitCodeText(code), name.replace(/\s+/g, ' ')] as const
    const reason = refusalOf(...unit)
    if (reason === null) units.set(unit.join(' '), unit)
    // A heading is no mistake.
    else if (at > 0 || /\d/.test(code)) refused.push({ line: at + 1, reason })
  }
  if (units.size === 0)
    throw new UnitFileError('В файле нет ни одного подразделения: нужны строки «код;наименование»')
  const change = await db.transaction().execute((tx) => replaceUnits(tx, [...units.values()]))
  return { ...change, refused }
}
