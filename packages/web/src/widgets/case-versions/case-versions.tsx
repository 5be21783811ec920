import { casePlacePath } from '@ipoteka-office/contract/cases/case-links.ts'
import { sectionsOf } from '@ipoteka-office/contract/cases/case-sections.ts'
import { type CaseHead, compareCase, listCaseVersions } from '@ipoteka-office/contract/cases/cases.ts'
import { keyOf, query, queryClient } from '#api/query.ts'
import { useCaseRefresh } from '../case/case-data.ts'
import type { Moments } from '../versions/moments.ts'
import { Versions } from '../versions/versions.tsx'
import { stageAt } from './stage-at.ts'

/** Two versions of a case side by side; which two, the address says. */
export function CaseVersions({
  head,
  moments,
  onMoments,
}: {
  head: CaseHead
  moments: Moments
  onMoments: (moments: Moments) => void
}) {
  const params = { id: String(head.id) }
  const parts = sectionsOf(head.type).map((code) => `section:${code}`)
  useCaseRefresh(
    head.id,
    ['head', 'participants', 'card', 'realty', ...parts],
    () => void queryClient.invalidateQueries({ queryKey: keyOf(listCaseVersions) }),
  )
  return (
    <Versions
      of={{
        createdAt: head.createdAt,
        moveWord: 'Этап',
        versions: (page) => query(listCaseVersions, { params, query: page }),
        compare: (body) => query(compareCase, { params, body }),
        standing: (at) => (at === undefined ? head.stageName : stageAt(head, at)),
        hrefOf: (place) => casePlacePath(head.type, head.id, place),
      }}
      moments={moments}
      onMoments={onMoments}
    />
  )
}
