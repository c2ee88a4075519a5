# The image of the release before, whose assets open tabs still ask for.
ARG PREVIOUS=none

FROM scratch AS none
WORKDIR /app/dist/web/assets

FROM ${PREVIOUS} AS previous

FROM node:20-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
COPY db/patches ./db/patches
RUN npm ci --no-audit --no-fund --omit=dev

FROM packages AS build
RUN npm ci --no-audit --no-fund --include=dev
COPY . .
RUN npx vite build && npx vite build --ssr prerender.tsx && node bin/prerender.js

FROM node:20-slim
ENV NODE_ENV=production
WORKDIR /app
COPY . .
COPY --from=packages /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=previous /app/dist/web/assets ./dist/previous/assets
# What the app keeps; a volume mounted here takes over its owner.
RUN mkdir /data /journal && chown node:node /data /journal
USER node
EXPOSE 3000
# `npm run …` has the other commands: backup, restore, import, reindex.
# As `npm start`.
CMD ["node", "--max-semi-space-size=8", "bin/setup.js", "start"]
