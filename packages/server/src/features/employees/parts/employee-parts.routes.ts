import * as absences from '@ipoteka-office/contract/employees/employee-absences.ts'
import * as api from '@ipoteka-office/contract/employees/employee-parts.ts'
import * as rights from '@ipoteka-office/contract/employees/employee-rights.ts'
import type { FileStore } from '#files/file-store.ts'
import type { FileGate } from '#files/receive.ts'
import { type Route, route } from '#http/route.ts'
import type { IdentityAdmin } from '#integrations/identity/identity-admin.ts'
import type { BankClock } from '#lib/bank-time.ts'
import { cancelAbsence, createAbsence, listAbsences, saveAbsence } from './absences.service.ts'
import { requestAccess } from '../employee-access.service.ts'
import { getAccount, issuePassword, sendLetter, startAccount } from '../employee-account.service.ts'
import {
  createDocument,
  deleteDocument,
  downloadFile,
  getDocument,
  listDocuments,
  saveDocument,
  uploadFile,
} from './employee-documents.service.ts'
import { listContacts } from '../employee-lookups.service.ts'
import { getRoles, getWorkgroups, rolesToGive, saveRoles } from '../employee-roles.service.ts'
import {
  createProcuracy,
  deleteProcuracy,
  downloadProcuracyFile,
  getProcuracy,
  listProcuracies,
  saveProcuracy,
  uploadProcuracyFile,
} from './procuracies.service.ts'

interface Parts {
  readonly clock: BankClock
  readonly files: FileStore
  readonly gate: FileGate
  readonly identity: IdentityAdmin | null
}

const documentRoutes = ({ clock, files, gate }: Parts): Route[] => [
  route(api.listAuthorityDocuments, ({ params }, context) =>
    listDocuments(context, params.employeeId, 'AUTHORITY', clock),
  ),
  route(api.createAuthorityDocument, ({ params, body }, context) =>
    createDocument(context, params.employeeId, 'AUTHORITY', body, clock),
  ),
  route(api.listEmployeeDocuments, ({ params }, context) =>
    listDocuments(context, params.employeeId, 'OTHER', clock),
  ),
  route(api.createEmployeeDocument, ({ params, body }, context) =>
    createDocument(context, params.employeeId, 'OTHER', body, clock),
  ),
  route(api.getEmployeeDocument, ({ params }, context) => getDocument(context, params, clock)),
  route(api.updateEmployeeDocument, ({ params, body }, context) =>
    saveDocument(context, params, body, clock),
  ),
  route(api.deleteEmployeeDocument, ({ params, query }, context) =>
    deleteDocument(context, params, query.version, clock),
  ),
  route(api.uploadDocumentFile, ({ params, file }, context) =>
    uploadFile(context, params, file, { gate, clock }),
  ),
  route(api.downloadDocumentFile, ({ params }, context) => downloadFile(context, params, files)),
]

const procuracyRoutes = ({ clock, files, gate }: Parts): Route[] => [
  route(api.listProcuracies, ({ params }, context) => listProcuracies(context, params.employeeId, clock)),
  route(api.createProcuracy, ({ params, body }, context) =>
    createProcuracy(context, params.employeeId, body, clock),
  ),
  route(api.getProcuracy, ({ params }, context) => getProcuracy(context, params, clock)),
  route(api.updateProcuracy, ({ params, body }, context) => saveProcuracy(context, params, body, clock)),
  route(api.deleteProcuracy, ({ params, query }, context) =>
    deleteProcuracy(context, params, query.version, clock),
  ),
  route(api.uploadProcuracyFile, ({ params, file }, context) =>
    uploadProcuracyFile(context, params, file, { gate, clock }),
  ),
  route(api.downloadProcuracyFile, ({ params }, context) => downloadProcuracyFile(context, params, files)),
]

const absenceRoutes = ({ clock }: Parts): Route[] => [
  route(absences.listAbsences, ({ params }, context) => listAbsences(context, params.employeeId, clock)),
  route(absences.createAbsence, ({ params, body }, context) =>
    createAbsence(context, params.employeeId, body, clock),
  ),
  route(absences.updateAbsence, ({ params, body }, context) => saveAbsence(context, params, body, clock)),
  route(absences.cancelAbsence, ({ params, query }, context) =>
    cancelAbsence(context, params, query.version, clock),
  ),
]

const rightRoutes = ({ identity, clock }: Parts): Route[] => [
  route(rights.listRolesToGive, ({ params }, context) =>
    rolesToGive({ ...context, clock }, params.partnerId),
  ),
  route(rights.getEmployeeRoles, ({ params }, context) => getRoles({ ...context, clock }, params.employeeId)),
  route(rights.saveEmployeeRoles, ({ params, body }, context) =>
    saveRoles({ ...context, clock }, params.employeeId, body),
  ),
  route(rights.listEmployeeWorkgroups, ({ params }, context) => getWorkgroups(context, params.employeeId)),
  route(rights.getEmployeeAccount, ({ params }, context) =>
    getAccount({ ...context, clock }, params.employeeId, identity),
  ),
  route(rights.requestEmployeeAccount, ({ params, body }, context) =>
    startAccount({ ...context, clock }, params.employeeId, body, identity),
  ),
  route(rights.requestAccountAccess, async ({ params }, context) => {
    await requestAccess({ ...context, clock }, params.employeeId)
    return getAccount({ ...context, clock }, params.employeeId, identity)
  }),
  route(rights.issueEmployeePassword, ({ params }, context) =>
    issuePassword({ ...context, clock }, params.employeeId, identity),
  ),
  route(rights.sendPasswordLetter, ({ params }, context) =>
    sendLetter({ ...context, clock }, params.employeeId, identity),
  ),
]

/** The parts of an employee's card. */
export const employeePartRoutes = (parts: Parts): Route[] => [
  route(api.listEmployeeContacts, ({ params }, context) => listContacts(context, params.employeeId)),
  ...documentRoutes(parts),
  ...procuracyRoutes(parts),
  ...absenceRoutes(parts),
  ...rightRoutes(parts),
]
