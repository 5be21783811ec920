import * as people from '@ipoteka-office/contract/cases/case-participants.ts'
import * as api from '@ipoteka-office/contract/cases/case-sections.ts'
import * as earlier from '@ipoteka-office/contract/cases/earlier-answers.ts'
import { requireCase } from '#features/cases/engine/cases.service.ts'
import { type Route, route } from '#http/route.ts'
import { personDifferences, takeEarlier } from './earlier-answers.service.ts'
import {
  addParticipant,
  changeParticipant,
  listParticipants,
  orderParticipants,
} from './participants.service.ts'
import { searchPersons } from './persons.service.ts'
import { getQuestionnaire } from './read-questionnaire.service.ts'
import { getSection, type SectionParts, saveSection } from './save-section.service.ts'

export const caseSectionsRoutes = (parts: SectionParts): Route[] => [
  route(api.getQuestionnaire, ({ params }, context) => getQuestionnaire(parts.engine, context, params.id)),
  route(api.getCaseSection, ({ params }, context) =>
    getSection(parts, context, { caseId: params.id, section: params.section, participantId: null }),
  ),
  route(api.saveCaseSection, ({ params, body }, context) =>
    saveSection(parts, context, { caseId: params.id, section: params.section, participantId: null }, body),
  ),
  route(api.getParticipantSection, ({ params: { id, section, participantId } }, context) =>
    getSection(parts, context, { caseId: id, section, participantId }),
  ),
  route(api.saveParticipantSection, ({ params: { id, section, participantId }, body }, context) =>
    saveSection(parts, context, { caseId: id, section, participantId }, body),
  ),
  route(people.listParticipants, ({ params }, context) => listParticipants(context, params.id)),
  route(people.addParticipant, ({ params, body }, context) =>
    addParticipant(parts, context, params.id, body),
  ),
  route(people.orderParticipants, ({ params, body }, context) =>
    orderParticipants(parts, context, params.id, body.ids),
  ),
  route(people.changeParticipant, ({ params, body }, context) =>
    changeParticipant(parts, context, params, body),
  ),
  route(people.removeParticipant, ({ params, query }, context) =>
    changeParticipant(parts, context, params, { ...query, removed: true }),
  ),
  route(people.restoreParticipant, ({ params, body }, context) =>
    changeParticipant(parts, context, params, { ...body, removed: false }),
  ),
  route(people.findKnownPersons, async ({ params, body }, context) => {
    const { db, actor } = context
    const row = await requireCase(db, actor, params.id, 'Update')
    return searchPersons(db, actor, row, body.search)
  }),
  route(earlier.getPersonDifference, ({ params }, context) => personDifferences(parts, context, params)),
  route(earlier.takeEarlier, ({ params, body }, context) =>
    takeEarlier(parts, context, params, body.sections),
  ),
]
