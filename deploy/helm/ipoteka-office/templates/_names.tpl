{{/* Имя выпуска — начало имени каждого объекта; ни одного объекта нет, пока значения не годятся. */}}
{{- define "office.name" -}}
{{- include "office.check" . -}}
{{- .Release.Name -}}
{{- end }}

{{/* Чем поды одного вида отличаются от остальных: (list . "web"). */}}
{{- define "office.selector" -}}
app.kubernetes.io/name: ipoteka-office
app.kubernetes.io/instance: {{ (index . 0).Release.Name }}
app.kubernetes.io/component: {{ index . 1 }}
{{- end }}

{{- define "office.labels" -}}
{{ include "office.selector" . }}
app.kubernetes.io/version: {{ (index . 0).Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ (index . 0).Release.Service }}
helm.sh/chart: {{ printf "%s-%s" (index . 0).Chart.Name (index . 0).Chart.Version }}
{{- end }}

{{/* Образ всегда с отпечатком. */}}
{{- define "office.image" -}}
{{- with .Values.image -}}
{{- .repository -}}{{- with .tag -}}:{{ . }}{{- end -}}@{{ .digest -}}
{{- end -}}
{{- end }}
