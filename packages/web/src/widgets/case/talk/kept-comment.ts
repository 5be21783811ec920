import { isPrivateField } from '@ipoteka-office/contract/common/person/private-fields.ts'
import { useEffect, useState } from 'react'
import { z } from 'zod'
import { useSession } from '#api/session.ts'
import { draftKey, readDraft, writeDraft } from '#ui/form/draft-storage.ts'
import type { CommentDraft } from './comment-form.tsx'

const Kept = z.object({
  text: z.string(),
  mentions: z.array(z.object({ id: z.int(), fullName: z.string() })),
})

/** A comment that was not sent: it waits in this browser for the next visit of its case, a reload included. */
export function useKeptComment(caseId: number): { found: CommentDraft; keep: (draft: CommentDraft) => void } {
  const key = draftKey(useSession().profile.login, `comment/${caseId}`)
  const [found] = useState<CommentDraft>(
    () => Kept.safeParse(readDraft(localStorage, key, Date.now())?.values).data ?? { text: '', mentions: [] },
  )
  const [draft, keep] = useState(found)
  useEffect(() => {
    if (draft.text.trim() === '') localStorage.removeItem(key)
    else
      writeDraft(localStorage, key, { values: draft, version: null, isPrivate: isPrivateField }, Date.now())
  }, [key, draft])
  return { found, keep }
}
