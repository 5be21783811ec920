import { listParticipants } from '@ipoteka-office/contract/cases/case-participants.ts'
import { caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { Document, DocumentOwner } from '@ipoteka-office/contract/documents/documents.ts'
import type { FormRoom } from '@ipoteka-office/contract/underwriting/form/room.ts'
import { papersOf } from '@ipoteka-office/contract/underwriting/papers/participant-papers.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '#api/query.ts'
import { useCaseRefresh } from '#widgets/case/case-data.ts'
import { useDocuments } from '#widgets/documents/use-documents.ts'

/** Whose the documents of a case are. */
export const ownerOf = ({ caseId, type }: Pick<FormRoom, 'caseId' | 'type'>): DocumentOwner => ({
  ownerType: caseTypes[type].documents.owner,
  ownerId: caseId,
})

const waits = ({ status }: Document) => status === 'UPLOADED' || status === 'CHECKING'

/** The papers of the participant as they are now, and the one that is open: at first the one that waits for a word. */
export function usePapers(room: FormRoom) {
  const documents = useDocuments(ownerOf(room))
  const people = useQuery(query(listParticipants, { params: { id: String(room.caseId) } }))
  useCaseRefresh(room.caseId, ['participants'], () => void people.refetch())
  const [chosen, setChosen] = useState<number | null>(null)
  const all = documents.data?.documents ?? []
  const there = people.data?.filter(({ removedAt }) => removedAt === null)
  const papers = there === undefined ? [] : papersOf(all, there, room.participantId)
  const open = papers.find(({ id }) => id === chosen) ?? papers.find(waits) ?? papers[0]
  // What was looked at stays when it has been decided on: the next one is asked for, not pushed.
  if (open !== undefined && chosen === null) setChosen(open.id)
  const failed = documents.isError ? documents : people.isError ? people : null
  return {
    failed,
    isReady: documents.data !== undefined && people.data !== undefined,
    papers,
    others: all.length - papers.length,
    open,
    choose: setChosen,
  }
}
