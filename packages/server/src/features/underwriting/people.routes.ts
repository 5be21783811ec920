import { refusePaper as refusePaperCall } from '@ipoteka-office/contract/underwriting/papers/papers.ts'
import { getAssetsSheet } from '@ipoteka-office/contract/underwriting/assets/assets-sheet.ts'
import { getPersonalSheet } from '@ipoteka-office/contract/underwriting/personal/personal-sheet.ts'
import { getPersonHistory } from '@ipoteka-office/contract/underwriting/person-history/person-history.ts'
import type { SectionParts } from '#features/cases/sections/save-section.service.ts'
import { type Route, route } from '#http/route.ts'
import { personHistory } from './history/person-history.service.ts'
import { personalData } from './personal/personal.service.ts'
import { participantAssets } from './assets/assets.service.ts'
import { refusePaper } from './papers/papers.service.ts'

/** Calls of the tabs that tell of a participant: papers, personal data, property, what the bank knows of them. */
export const peopleRoutes = ({ engine, references }: SectionParts): Route[] => [
  route(refusePaperCall, ({ params, body }, context) => refusePaper(engine, context, params, body)),
  route(getPersonalSheet, ({ params }, context) => personalData({ engine, references }, context, params)),
  route(getAssetsSheet, ({ params }, context) => participantAssets({ engine, references }, context, params)),
  route(getPersonHistory, ({ params }, context) => personHistory({ engine, references }, context, params)),
]
