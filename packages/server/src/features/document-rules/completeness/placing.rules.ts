import type { CaseDocument } from './requirement-documents.rules.ts'
import type { Subject } from './subjects.rules.ts'

const same = (a: string, b: string): boolean =>
  a.trim().toLowerCase().replaceAll('ё', 'е') === b.trim().toLowerCase().replaceAll('ё', 'е')

/** Whose document it is by what people wrote on it; several when a role without a name fits several. */
const namedIn = (people: readonly Subject[], { participant }: CaseDocument): Subject[] =>
  people.filter(({ person }) => {
    if (person === null || participant === null || person.role !== participant.roleCode) return false
    return participant.name === '' || same(participant.name, person.name) || participant.name === person.key
  })

const accepts = ({ needs }: Subject, { typeCode }: CaseDocument): boolean =>
  typeCode !== null && needs.some((need) => need.accepts.includes(typeCode))

/** Documents of a subject by their type. */
export type Placed = ReadonlyMap<string, readonly CaseDocument[]>

function put(byType: Map<string, CaseDocument[]> | undefined, document: CaseDocument): void {
  const { typeCode } = document
  if (byType === undefined || typeCode === null) return
  const list = byType.get(typeCode)
  if (list === undefined) byType.set(typeCode, [document])
  else list.push(document)
}

/**
 * Which documents each subject may count as its own. Whatever the case asks for counts from anybody. One that names no
 * participant counts for the only one it is asked of; of several nobody can tell, so it counts for none and is told.
 */
export function placeDocuments(
  subjects: readonly Subject[],
  documents: readonly CaseDocument[],
): { placed: ReadonlyMap<Subject, Placed>; unplaced: CaseDocument[] } {
  const placed = new Map(subjects.map((subject) => [subject, new Map<string, CaseDocument[]>()]))
  const people = subjects.filter(({ person }) => person !== null)
  const unplaced: CaseDocument[] = []
  for (const document of documents) {
    for (const subject of subjects) if (subject.person === null) put(placed.get(subject), document)
    const asked = people.filter((subject) => accepts(subject, document))
    const candidates = document.participant === null ? asked : namedIn(people, document)
    const [owner] = candidates
    if (candidates.length === 1 && owner !== undefined) put(placed.get(owner), document)
    else if (candidates.length > 1 && asked.length > 0) unplaced.push(document)
  }
  return { placed, unplaced }
}
