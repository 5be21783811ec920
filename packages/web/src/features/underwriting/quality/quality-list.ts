import { topics } from '@ipoteka-office/contract/live.ts'
import { qualityGrades } from '@ipoteka-office/contract/underwriting/quality/grading.ts'
import {
  countQualityChecks,
  qualityTabs,
  searchQualityChecks,
} from '@ipoteka-office/contract/underwriting/quality/quality.ts'
import { listDeciders } from '@ipoteka-office/contract/underwriting/statistics.ts'
import { ids, words } from '#widgets/list/filters.ts'
import { serverList } from '#widgets/list/server-list.ts'

/** Sampled decisions. */
export const qualityList = serverList(searchQualityChecks, {
  key: 'underwriting-quality',
  tabs: {
    label: 'Проверки качества',
    words: qualityTabs,
    counts: ({ counted }) => counted,
  },
  counting: {
    endpoint: countQualityChecks,
    ask: ({ body: { tab: _, ...filter } = {} }) => ({ body: filter }),
  },
  filters: [
    ids('subjectIds', 'Кто решил', { from: listDeciders }),
    words('grades', 'Оценка', qualityGrades),
    ids('sampleIds', 'Выборка №'),
  ],
  topics: [topics.mine],
  ask: ({ tab, filter, paging }) => ({ query: paging, body: { ...filter, tab } }),
})
