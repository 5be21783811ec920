{{/* Что без своих значений не ставится: всё сразу, по строке на каждое. */}}
{{- define "office.check" -}}
{{- $problems := list -}}
{{- if gt (len .Release.Name) 40 -}}
{{- $problems = append $problems "имя выпуска длиннее 40 знаков: имена заданий из него не получатся, назовите его короче" -}}
{{- end -}}
{{- if not .Values.image.repository -}}
{{- $problems = append $problems "image.repository не задан: укажите образ своего реестра, например registry.bank.ru/ipoteka-office" -}}
{{- end -}}
{{- if not (regexMatch "^sha256:[0-9a-f]{64}$" .Values.image.digest) -}}
{{- $problems = append $problems (printf "image.digest: нужен отпечаток вида sha256:… (сейчас «%s»). Метки мало: под ней завтра может лежать другой образ. Отпечаток говорит docker push" .Values.image.digest) -}}
{{- end -}}
{{- range $name, $example := dict "PUBLIC_URL" "https://office.bank.ru" "IDENTITY_URL" "https://login.bank.ru/auth" -}}
{{- if not (index $.Values.config $name) -}}
{{- $problems = append $problems (printf "config.%s не задан, например %s" $name $example) -}}
{{- end -}}
{{- end -}}
{{- if not .Values.secret.name -}}
{{- $problems = append $problems "secret.name не задан: создайте Secret по образцу deploy/helm/secret.example.yaml и назовите его" -}}
{{- end -}}
{{- range $role := list "web" "worker" -}}
{{- with index $.Values $role "autoscaling" -}}
{{- if and .enabled (gt (int .minReplicas) (int .maxReplicas)) -}}
{{- $problems = append $problems (printf "%s.autoscaling: minReplicas (%v) больше maxReplicas (%v)" $role .minReplicas .maxReplicas) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- if and .Values.backup.enabled (not .Values.backup.existingClaim) -}}
{{- $problems = append $problems "backup.existingClaim не задан: копиям нужен свой том, не там, где база" -}}
{{- end -}}
{{- if .Values.networkPolicy.enabled -}}
{{- $problems = concat $problems (include "office.unreached" . | splitList "\n" | compact) -}}
{{- end -}}
{{- if $problems -}}
{{- fail (printf "исправьте значения (docs/operations.md, «Kubernetes»):\n  • %s" (join "\n  • " $problems)) -}}
{{- end -}}
{{- end }}

{{/* Адреса из config, к которым NetworkPolicy поды не выпустит: по строке на каждый. */}}
{{- define "office.unreached" -}}
{{- $outside := .Values.networkPolicy.outside -}}
{{- if not $outside.database -}}
{{ "networkPolicy.outside.database не задан: без него поды не достанут до базы, например { ports: [5432], cidrs: [10.0.0.5/32] }\n" }}
{{- end -}}
{{- $open := dict -}}
{{- range $name, $place := $outside -}}
{{- if not (or $place.cidrs $place.namespace) -}}
{{ printf "networkPolicy.outside.%s: куда — cidrs или namespace (куда угодно — cidrs: [0.0.0.0/0])\n" $name }}
{{- end -}}
{{- range $place.ports -}}{{- $_ := set $open (toString .) true -}}{{- end -}}
{{- end -}}
{{- $usual := dict "https" "443" "http" "80" "tcp" "3310" -}}
{{- range $name, $value := .Values.config -}}
{{- if and (regexMatch "^(https?|tcp)://" $value) (not (has $name (list "PUBLIC_URL" "QR_LINK_URL" "QR_TARGET_URL"))) -}}
{{- $url := urlParse $value -}}
{{- $port := regexFind "[0-9]+$" (regexFind ":[0-9]+$" $url.host) | default (index $usual $url.scheme) -}}
{{- $inner := and (eq $name "IDENTITY_URL") $.Values.config.IDENTITY_INTERNAL_URL -}}
{{- if not (or $inner (hasKey $open $port)) -}}
{{ printf "config.%s ведёт на порт %s, а networkPolicy.outside туда никого не выпускает: добавьте место с этим портом\n" $name $port }}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end }}

{{/* Переменные, которые задаёт чарт: их не перекроет ни config, ни секрет. */}}
{{- define "office.ownVariables" -}}
- { name: NODE_ENV, value: production }
- { name: PORT, value: "8080" }
- { name: HOST, value: 0.0.0.0 }
- { name: DATA_DIR, value: /data }
{{- if .Values.files.volume.enabled }}
- { name: FILES_DIR, value: /files }
{{- end }}
{{- if .Values.authority.configMap }}
- { name: NODE_EXTRA_CA_CERTS, value: /etc/ipoteka-office/{{ .Values.authority.key }} }
{{- end }}
{{- end }}

{{/* Настройки ссылкой: после установки ConfigMap уже есть. */}}
{{- define "office.variables" -}}
envFrom:
  - configMapRef: { name: {{ include "office.name" . }} }
  - secretRef: { name: {{ .Values.secret.name }} }
{{- end }}

{{/* Когда меняется любая из настроек, меняется и это: поды перезапускаются. */}}
{{- define "office.checksums" -}}
checksum/config: {{ toJson .Values.config | sha256sum }}
checksum/secret: {{ (lookup "v1" "Secret" .Release.Namespace .Values.secret.name).data | toJson | printf "%s %s" .Values.secret.revision | sha256sum }}
{{- end }}
