import { documentFields } from '@ipoteka-office/contract/documents/document-fields.ts'
import {
  type Document,
  type DocumentInput,
  DocumentParticipantRole,
  documentParticipantRoles,
} from '@ipoteka-office/contract/documents/documents.ts'
import { formatDate } from '#lib/dates.ts'
import type { Difference } from '#widgets/record/difference.ts'

/** What the person may change of a document, as it stands now. */
export function inputOf(document: Document): DocumentInput {
  const { type, title, number, issuedOn, issuer, validTo, participant, source, comment } = document
  return {
    typeCode: type?.code ?? null,
    title,
    number,
    issuedOn,
    issuer,
    validTo,
    participant,
    source,
    comment,
  }
}

/** What the form of a document holds. */
export interface Values {
  typeCode: string
  title: string
  number: string
  issuedOn: string
  issuer: string
  validTo: string
  roleCode: string
  participantName: string
  comment: string
}

/** The form of a document as it stands on the server. */
export const valuesOf = (document: Document): Values => ({
  typeCode: document.type?.code ?? '',
  title: document.title,
  number: document.number,
  issuedOn: document.issuedOn ?? '',
  issuer: document.issuer,
  validTo: document.validTo ?? '',
  roleCode: document.participant?.roleCode ?? '',
  participantName: document.participant?.name ?? '',
  comment: document.comment,
})

/** What the form sends. */
export function toInput(values: Values) {
  const role = DocumentParticipantRole.safeParse(values.roleCode)
  return {
    typeCode: values.typeCode || null,
    title: values.title,
    number: values.number,
    issuedOn: values.issuedOn || null,
    issuer: values.issuer,
    validTo: values.validTo || null,
    participant: role.success ? { roleCode: role.data, name: values.participantName } : null,
    comment: values.comment,
  }
}

const fields = Object.keys(documentFields) as (keyof Values)[]

function inWords(field: keyof Values, value: string, nameOfType: (code: string) => string): string {
  if (value === '') return ''
  if (field === 'typeCode') return nameOfType(value)
  if (field === 'issuedOn' || field === 'validTo') return formatDate(value)
  const role = field === 'roleCode' ? DocumentParticipantRole.safeParse(value) : null
  return role?.success ? documentParticipantRoles[role.data] : value
}

/** Where a late save and the server differ, in words. */
export function differencesOf(
  mine: Values,
  server: Values,
  nameOfType: (code: string) => string,
): Difference[] {
  return fields
    .filter((field) => mine[field] !== server[field])
    .map((field) => ({
      key: field,
      label: documentFields[field].label,
      mine: inWords(field, mine[field], nameOfType),
      server: inWords(field, server[field], nameOfType),
    }))
}
