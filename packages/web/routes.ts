import { index, rootRoute, route } from '@tanstack/virtual-file-routes'

/** URL → page: the browser's table of contents. Screens that are not built yet are in src/app/absent-screens.ts. */
export const routes = rootRoute('app/root.tsx', [
  index('app/pages/home.page.tsx'),
  route('/notifications', 'features/notifications/notifications.page.tsx'),
  route('/access-log', 'features/access-log/access-log.page.tsx'),
  route('/system', 'features/system/system.page.tsx'),
  route('/bank-readiness', 'features/system/readiness.page.tsx'),
  route('/logout', 'features/session/logout.page.tsx'),

  route('/list-workload-employees/$type', 'features/approvers/approvers-list.page.tsx'),
  route('/workload-employee/$type/$approverId', 'features/approvers/approver-edit.page.tsx'),

  route('/loan-applications/', 'features/loan-applications/loans-list.page.tsx'),
  route('/loan-app-edit/$loanAppId', 'features/loan-applications/loan-app-edit.page.tsx'),

  route('/realty-objects', 'features/realty-objects/realty-list.page.tsx'),
  route('/realty-object-edit/$fullAppId', 'features/realty-objects/realty-object.page.tsx'),

  route('/blacklist/$kind/viewAll', 'features/blacklists/blacklist-list.page.tsx'),
  route('/blacklist/$kind/view/$id', 'features/blacklists/entry-view.page.tsx'),
  route('/blacklist-load/$target/$id', 'features/blacklists/loads/load.page.tsx'),
  route('/compliance', 'features/compliance/hits.page.tsx'),
  route('/blacklist/$kind/edit/$id', 'features/blacklists/entry-edit.page.tsx'),

  route('/references', 'features/references/references.page.tsx'),
  route('/max-rate-control', 'features/rate-limits/max-rate-control.page.tsx'),
  route('/parameters', 'features/parameters/parameters.page.tsx'),
  route('/parameters/requests', 'features/parameters/requests.page.tsx'),
  route('/parameters/compare', 'features/parameters/compare.page.tsx'),
  route('/parameter/$code', 'features/parameters/parameter.page.tsx'),
  route('/featureToggle', 'features/feature-toggles/feature-toggles.page.tsx'),
  route('/featureToggle/$toggleId', 'features/feature-toggles/feature-toggle.page.tsx'),

  route('/partner/$partnerId/employee/$employeeId', 'features/employees/employee.page.tsx'),
  route('/insurance-distribution', 'features/insurance/insurance-distribution.page.tsx'),
  route('/insurance-loan-distribution', 'features/insurance/insurance-loan-distribution.page.tsx'),

  route('/organisation-loads', 'features/organisation-loads/loads.page.tsx'),
  route('/organisation-loads/$id', 'features/organisation-loads/load.page.tsx'),
  route('/partners', 'features/partners/partners-list.page.tsx'),
  route('/partner/$partnerId', 'features/partners/partner-view.page.tsx'),
  route('/partner-edit/$partnerId', 'features/partners/partner-edit.page.tsx'),
  route('/partner-employees/$partnerId', 'features/employees/partner-employees.page.tsx'),

  route('/roles', 'features/roles/roles.page.tsx'),

  route('/leads', 'features/leads/leads-list.page.tsx'),
  route('/lead/$leadId', 'features/leads/lead.page.tsx'),
  route('/applications/$tab/$isArchive', 'features/short-applications/applications-list.page.tsx'),
  route('/short-app-edit/$shortAppId', 'features/short-applications/short-app.page.tsx'),

  route('/findInProductCatalog', 'features/products/catalogue/catalogue.page.tsx'),

  route('/qr', 'features/qr/qr-list.page.tsx'),
  route('/qr/$qrId', 'features/qr/qr.page.tsx'),

  route('/fileView/$documentId/$storageId', 'features/documents/file-view.page.tsx'),
  route('/application-documents/$applicationId', 'features/documents/application-documents.page.tsx'),

  route('/full-app-edit/$fullAppId', 'features/full-applications/full-app-edit.page.tsx'),
  route('/application-checks', 'features/full-applications/checks-list.page.tsx'),

  route('/underwriting', 'features/underwriting/underwriting.page.tsx'),
  route('/underwriting-all', 'features/underwriting/underwriting-all.page.tsx'),
  route('/underwriting-summary/$appId', 'features/underwriting/underwriting-summary.page.tsx'),
  route('/loan-underwriting-summary/$appId', 'features/underwriting/loan-underwriting-summary.page.tsx'),
  route('/underwriting-auto-checks/$appId', 'features/underwriting/checks/underwriting-auto-checks.page.tsx'),
  route(
    '/loan-underwriting-auto-checks/$appId',
    'features/underwriting/checks/loan-underwriting-auto-checks.page.tsx',
  ),
  route('/underwriting-form/$appId/spr_answers', 'features/underwriting/runs/spr-answers.page.tsx'),
  route('/loan-underwriting-form/$appId/spr_answers', 'features/underwriting/runs/loan-spr-answers.page.tsx'),
  route(
    '/underwriting-form/$appId/{-$borrowerId}/{-$tabId}',
    'features/underwriting/form/underwriting-form.page.tsx',
  ),
  route(
    '/loan-underwriting-form/$appId/{-$borrowerId}/{-$tabId}',
    'features/underwriting/form/loan-underwriting-form.page.tsx',
  ),
  route('/underwriting-total/$appId', 'features/underwriting/underwriting-total.page.tsx'),
  route('/loan-underwriting-total/$appId', 'features/underwriting/loan-underwriting-total.page.tsx'),
  route('/underwriting-fraud/$fullAppId', 'features/underwriting/fraud/underwriting-fraud.page.tsx'),
  route(
    '/loan-underwriting-fraud/$fullAppId',
    'features/underwriting/fraud/loan-underwriting-fraud.page.tsx',
  ),
  route('/control-individual/$appId', 'features/underwriting/control/control-individual.page.tsx'),
  route('/loan-control-individual/$appId', 'features/underwriting/control/loan-control-individual.page.tsx'),
  route('/change-history/$appId', 'features/underwriting/history/change-history.page.tsx'),
  route('/loan-change-history/$appId', 'features/underwriting/history/loan-change-history.page.tsx'),
  route(
    '/underwriting-mortgage/$appId/{-$tabId}/{-$objectId}',
    'features/underwriting/mortgage/underwriting-mortgage.page.tsx',
  ),
  route('/underwriting-employees', 'features/underwriting/staff/underwriters-list.page.tsx'),
  route('/underwriting-groups', 'features/underwriting/staff/groups-list.page.tsx'),
  route('/underwriting-group-card/$groupId', 'features/underwriting/staff/group.page.tsx'),
  route('/underwriting-card/$appId', 'features/underwriting/staff/underwriter.page.tsx'),

  route('/calculator', 'features/calculator/calculator.page.tsx'),
  route('/calculator/$calculationId', 'features/calculator/saved-calculation.page.tsx'),
  route('/blacklist/$kind/check', 'features/blacklists/check.page.tsx'),
  route('/calendar', 'features/calendar/calendar.page.tsx'),

  route('/responsible-assignment-config', 'features/assignment-rules/lead-rules.page.tsx'),
  route('/application-assignment-config', 'features/assignment-rules/application-rules.page.tsx'),
  route('/assignment-rules', 'features/assignment-rules/qr-rules.page.tsx'),

  route('/documentAdmin', 'features/document-rules/document-admin.page.tsx'),
  route('/document-edit/$id/$ruleType', 'features/document-rules/rule-edit.page.tsx'),

  route('/products', 'features/products/products.page.tsx'),
  route('/product/$productId', 'features/products/product.page.tsx'),
  route('/product-refactoring/$productId', 'features/products/product-refactoring.page.tsx'),
  route('/option/$productId', 'features/products/option.page.tsx'),
  route('/promotion/$productId', 'features/products/promotion.page.tsx'),
  route('/loan-products', 'features/products/loan-products.page.tsx'),
  route('/individual-rates', 'features/products/individual-rates.page.tsx'),
  route('/loan-products/$productId', 'features/products/loan-product.page.tsx'),

  route('/tasks', 'features/cases/tasks/tasks.page.tsx'),
  route('/case-versions/$caseId', 'features/cases/versions/case-versions.page.tsx'),
  route('/business-process/$caseId', 'features/cases/engine/business-process.page.tsx'),

  route('/dev/ui', 'features/dev-ui/dev-ui.page.tsx'),
  route('/dev/record', 'features/dev-ui/dev-record.page.tsx'),

  route('/$', 'app/pages/other.page.tsx'),
])
