{{/* Что одинаково у каждого пода. */}}
{{- define "office.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - { name: {{ . }} }
  {{- end }}
{{- end }}
securityContext:
  runAsNonRoot: true
  {{- with .Values.podSecurity.runAsUser }}
  runAsUser: {{ . }}
  {{- end }}
  {{- with .Values.podSecurity.fsGroup }}
  fsGroup: {{ . }}
  # Иначе узел при каждом запуске обходит все файлы общего тома.
  fsGroupChangePolicy: OnRootMismatch
  {{- end }}
  seccompProfile: { type: RuntimeDefault }
{{- with .Values.scheduling.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with .Values.scheduling.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.scheduling.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.scheduling.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* Что одинаково у каждого контейнера. */}}
{{- define "office.container" -}}
image: {{ include "office.image" . }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
{{- end }}

{{/* Место, куда контейнер пишет: корень образа — только для чтения. */}}
{{- define "office.mounts" -}}
- { name: tmp, mountPath: /tmp }
- { name: data, mountPath: /data }
{{- if .Values.files.volume.enabled }}
- { name: files, mountPath: /files }
{{- end }}
{{- if .Values.authority.configMap }}
- { name: authority, mountPath: /etc/ipoteka-office, readOnly: true }
{{- end }}
{{- end }}

{{- define "office.volumes" -}}
- { name: tmp, emptyDir: { sizeLimit: {{ .Values.scratch.tmp }} } }
- { name: data, emptyDir: { sizeLimit: {{ .Values.scratch.data }} } }
{{- if .Values.files.volume.enabled }}
- name: files
  persistentVolumeClaim:
    claimName: {{ .Values.files.volume.existingClaim | default (printf "%s-files" (include "office.name" .)) }}
{{- end }}
{{- if .Values.authority.configMap }}
- { name: authority, configMap: { name: {{ .Values.authority.configMap }} } }
{{- end }}
{{- end }}
