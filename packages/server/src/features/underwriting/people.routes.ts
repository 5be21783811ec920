import { refusePaper as refusePaperCall } from '@ipoteka-office/contract/underwriting/papers/papers.ts'
import type { SectionParts } from '#features/cases/sections/save-section.service.ts'
import { type Route, route } from '#http/route.ts'
import { refusePaper } from './papers/papers.service.ts'

/** Calls of the tabs that tell of a participant: papers, personal data, property, what the bank knows of them. */
export const peopleRoutes = ({ engine }: SectionParts): Route[] => [
  route(refusePaperCall, ({ params, body }, context) =>
    refusePaper(engine, context, params, body),
  ),
]
