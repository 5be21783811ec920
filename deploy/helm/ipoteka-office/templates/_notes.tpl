{{/* Что сказать после установки; отдельно от NOTES.txt, чтобы это прочла и проверка без кластера. */}}
{{- define "office.notes" -}}
{{- $pool := .Values.config.DATABASE_POOL_SIZE | default "20" | int -}}
{{- $connections := 0 -}}
{{- range $role, $more := dict "web" 8 "worker" 11 -}}
{{- $own := index $.Values $role -}}
{{- $count := ternary $own.autoscaling.maxReplicas $own.replicas $own.autoscaling.enabled | int -}}
{{/* И один лишний, пока обновляется. */}}
{{- $connections = add $connections (mul (add $count 1) (add $pool $more)) -}}
{{- end -}}
Ипотека-офис {{ .Chart.AppVersion }}, {{ .Values.config.PUBLIC_URL }}

База подготовлена. Соединений с ней понадобится до {{ $connections }}: столько, и ещё запас, должно быть в max_connections.

{{- if .Release.IsInstall }}

Банка в новой базе нет, и поды не готовы, пока его не создадут. Первый администратор:

  kubectl -n {{ .Release.Namespace }} exec deploy/{{ include "office.name" . }}-web -c server -- \
    npm run bank:create -- --name … --short-name … \
    --inn … --bik … --license … --time-zone … --admin-login …

Что значит каждый параметр, говорит она же с --help. Система заметит банк сама.
{{- end }}

Проверить:

  kubectl -n {{ .Release.Namespace }} rollout status deploy/{{ include "office.name" . }}-web
  kubectl -n {{ .Release.Namespace }} rollout status deploy/{{ include "office.name" . }}-worker
  helm -n {{ .Release.Namespace }} test {{ .Release.Name }} --logs
{{- end }}
