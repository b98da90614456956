FROM node:24-trixie-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The build needs none of the development packages.
RUN npm ci --omit=dev
COPY . .
RUN node scripts/build.mjs --force

FROM node:24-trixie-slim
# pg_dump and pg_restore for `admin.js backup` and `restore`: Debian 13 has version 17, as compose.yaml has the server.
RUN apt-get update \
 && apt-get install --yes --no-install-recommends postgresql-client-17 \
 && rm -rf /var/lib/apt/lists/*
ENV NODE_ENV=production \
    NODE_OPTIONS=--enable-source-maps \
    PORT=3000 \
    DATA_DIR=/data
WORKDIR /app
# Only the data folder belongs to the account that serves; the program can not change itself.
RUN install --directory --owner=node --group=node --mode=700 /data
COPY --from=build /app/package.json /app/LICENSE ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /app/scripts/demo-data ./scripts/demo-data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/server/main.js"]
