import { type CaseHead, getCase } from '@ipoteka-office/contract/cases/cases.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { query, queryClient } from '#api/query.ts'
import { useLiveRefresh, useRecordRefresh } from '../live-refresh.ts'
import { refreshMyTasks } from './talk/my-tasks.ts'

const Told = z.object({ codes: z.array(z.string()) })

/** Whether a message of a case's topic tells of one of the parts; a message without codes tells of all. */
export const tellsOf =
  (...wanted: readonly string[]) =>
  (payload: unknown): boolean => {
    const message = Told.safeParse(payload)
    return !message.success || message.data.codes.some((part) => wanted.includes(part))
  }

/** Whether a message of a case's topic tells of more than the talk about it. */
const tellsOfMoreThanTalk = (payload: unknown): boolean => {
  const message = Told.safeParse(payload)
  return !message.success || message.data.codes.some((part) => part !== 'comments' && part !== 'notes')
}

/** Calls `refresh` whenever the case changes, for answers to which any of its parts may matter, such as what its moves ask. */
export function useWholeCaseRefresh(caseId: number | null, refresh: () => void): void {
  useLiveRefresh(caseId === null ? null : topics.case(caseId), refresh, tellsOfMoreThanTalk)
}

/** Calls `refresh` when somebody changes a part of the case: `head`, `tasks`, `comments`, `remarks`, `section:<code>` … */
export function useCaseRefresh(caseId: number | null, parts: readonly string[], refresh: () => void): void {
  useLiveRefresh(caseId === null ? null : topics.case(caseId), refresh, tellsOf(...parts))
}

const headQuery = (caseId: number) => query(getCase, { params: { id: String(caseId) } })

/** The head of a case, kept fresh while the page is open. */
export function useCaseHead(caseId: number): UseQueryResult<CaseHead> {
  const answer = useQuery(headQuery(caseId))
  useRecordRefresh(topics.case(caseId), answer, () => void answer.refetch(), tellsOfMoreThanTalk)
  return answer
}

/** Puts the head that a command has answered in the place of the one on the screen. */
export function acceptHead(head: CaseHead): void {
  queryClient.setQueryData(headQuery(head.id).queryKey, head)
  void refreshMyTasks()
}

/** Reads the head again: after a save that may have opened or shut an action. */
export const refreshHead = (caseId: number): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: headQuery(caseId).queryKey })
