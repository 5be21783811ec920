{{/* Кто или куда: поды пространства имён. */}}
{{- define "office.peer" -}}
- namespaceSelector:
    matchLabels: { kubernetes.io/metadata.name: {{ .namespace }} }
  {{- with .podLabels }}
  podSelector:
    matchLabels:
      {{- toYaml . | nindent 6 }}
  {{- end }}
{{- end }}

{{- define "office.dns" -}}
- to:
    {{- include "office.peer" .Values.networkPolicy.dns | nindent 4 }}
  ports: [{ protocol: UDP, port: 53 }, { protocol: TCP, port: 53 }]
{{- end }}

{{/* Имена и места, которые назвал банк; остальное закрыто. */}}
{{- define "office.outside" -}}
{{ include "office.dns" . }}
{{- range $name, $place := .Values.networkPolicy.outside }}
# {{ $name }}
- to:
    {{- range $place.cidrs }}
    - ipBlock: { cidr: {{ . }} }
    {{- end }}
    {{- if $place.namespace }}
    {{- include "office.peer" $place | nindent 4 }}
    {{- end }}
  ports:
    {{- range $place.ports }}
    - { protocol: TCP, port: {{ . }} }
    {{- end }}
{{- end }}
{{- end }}
